extension TimeRows {
    static let dates = timeRows(
        "2026-10-31",
        """
        on the 15th | 2026-10-15
        the 3rd of October | 2026-10-03
        on the 3rd of november | 2025-11-03
        october 15 | 2026-10-15
        October 15, 2025 | 2025-10-15
        oct. 15 2025 | 2025-10-15
        15 oct 25 | 2025-10-15
        15 October 2025 | 2025-10-15
        15-oct-2025 | 2025-10-15
        October the 15th 2013 | 2013-10-15
        Dec 5 | 2025-12-05
        march 3rd last year | 2025-03-03
        the 1st of last month | 2026-09-01
        23rd of this month | 2026-10-23
        the first of the month | 2026-10-01
        twenty first of march | 2026-03-21
        Thursday, 16th July | 2026-07-16
        October the 15th 2013 on tuesday | 2013-10-15
        2026-10-31 | 2026-10-31
        2025-02-28 | 2025-02-28
        2026/10/05 | 2026-10-05
        2026-09 | 2026-09-01..2026-09-30
        in 09/2026 | 2026-09-01..2026-09-30
        10/31 | 2026-10-31
        on 12/24 | 2025-12-24
        10/31/25 | 2025-10-31
        10/31/2025 | 2025-10-31
        31.10.2025 | 2025-10-31
        3.9.26 | 2026-09-03
        31/10/2025 | 2025-10-31
        31/10 | 2026-10-31
        3/4/2026 | 2026-03-04
        13/4/2026 | 2026-04-13
        what did I buy on 9/1 | 2026-09-01
        week of october 5 | 2026-10-05..2026-10-11
        the week of the 1st | 2026-09-28..2026-10-04
        week ending 10/18 | 2026-10-12..2026-10-18
        """)

    static let ranges = timeRows(
        "2026-10-31",
        """
        since march | 2026-03-01..2026-10-31
        since 3 March | 2026-03-03..2026-10-31
        since November | 2025-11-01..2026-10-31
        since last friday | 2026-10-30..2026-10-31
        since yesterday | 2026-10-30..2026-10-31
        since monday | 2026-10-26..2026-10-31
        since last month | 2026-09-01..2026-10-31
        since 2024 | 2024-01-01..2026-10-31
        since the 10th | 2026-10-10..2026-10-31
        since christmas | 2025-12-25..2026-10-31
        since last summer | 2025-06-01..2026-10-31
        since last August | 2025-08-01..2026-10-31
        since last February | 2026-02-01..2026-10-31
        since the first of the year | 2026-01-01..2026-10-31
        since the 1st of the year | 2026-01-01..2026-10-31
        last year summer | 2025-06-01..2025-08-31
        this month last year | 2025-10-01..2025-10-31
        a year ago this month | 2025-10-01..2025-10-31
        this year spring | 2026-03-01..2026-05-31
        September to February | 2025-09-01..2026-02-28
        since 3 weeks ago | 2026-10-05..2026-10-31
        ever since june | 2026-06-01..2026-10-31
        since the beginning of the year | 2026-01-01..2026-10-31
        from the start of the year | 2026-01-01..2026-10-31
        from september on | 2026-09-01..2026-10-31
        from march onwards | 2026-03-01..2026-10-31
        since my last paycheck | 2026-10-30..2026-10-31
        since payday | 2026-10-30..2026-10-31
        since I got paid | 2026-10-30..2026-10-31
        until payday | 2026-10-31..2026-11-12
        how much can I spend until my next paycheck | 2026-10-31..2026-11-12
        before payday | 2026-10-31..2026-11-12
        this pay period | 2026-10-30..2026-10-31
        last pay period | 2026-10-16..2026-10-29
        between 3 March and 10 April 2026 | 2026-03-03..2026-04-10
        between March 3 and April 10 | 2026-03-03..2026-04-10
        from January to March | 2026-01-01..2026-03-31
        from november to february | 2025-11-01..2026-02-28
        between jan and mar 2025 | 2025-01-01..2025-03-31
        Jan-Mar 2026 | 2026-01-01..2026-03-31
        Nov-Jan 2026 | 2025-11-01..2026-01-31
        March through May | 2026-03-01..2026-05-31
        from the 3rd to the 10th | 2026-10-03..2026-10-10
        between the 29th and the 16th of April | 2026-03-29..2026-04-16
        from the 3rd to the 6th of January | 2026-01-03..2026-01-06
        March 3-10 | 2026-03-03..2026-03-10
        March 3 to 10 | 2026-03-03..2026-03-10
        3–10 March | 2026-03-03..2026-03-10
        3 to 10 March 2025 | 2025-03-03..2025-03-10
        from dec 28 to jan 3 | 2025-12-28..2026-01-03
        from monday to friday | 2026-10-26..2026-10-30
        from last tuesday to yesterday | 2026-10-27..2026-10-30
        from 2026-10-01 to 2026-10-15 | 2026-10-01..2026-10-15
        10/1 - 10/15 | 2026-10-01..2026-10-15
        10/1/2026-10/15/2026 | 2026-10-01..2026-10-15
        between 9/1/26 and 9/10/26 | 2026-09-01..2026-09-10
        from 2022 to 2024 | 2022-01-01..2024-12-31
        2023-2024 | 2023-01-01..2024-12-31
        from june until now | 2026-06-01..2026-10-31
        from july to today | 2026-07-01..2026-10-31
        Q1 to Q3 2025 | 2025-01-01..2025-09-30
        october and september | 2026-10-01..2026-10-31; 2026-09-01..2026-09-30
        amazon for august and september | 2026-08-01..2026-09-30
        before 2025 | 2020-01-01..2024-12-31
        until March | 2020-01-01..2026-03-31
        before october 10 | 2020-01-01..2026-10-09
        up to 15 march 2026 | 2020-01-01..2026-03-15
        after october 10 | 2026-10-11..2026-10-31
        after august | 2026-09-01..2026-10-31
        until friday | 2026-10-31..2026-11-06
        by the 15th | 2026-10-31..2026-11-15
        by december | 2026-10-31..2026-12-01
        by the end of the year | 2026-10-31..2026-12-31
        until the end of november | 2026-10-31..2026-11-30
        by eoy | 2026-10-31..2026-12-31
        """)

    static let phrasing = timeRows(
        "2026-10-31",
        """
        how much did I spend on coffee last month compared to august | 2026-09-01..2026-09-30; vs 2026-08-01..2026-08-31
        groceries this month vs last month | 2026-10-01..2026-10-31; vs 2026-09-01..2026-09-30
        did I spend more in october than in september | 2026-10-01..2026-10-31; vs 2026-09-01..2026-09-30
        gas in september than a year ago | 2026-09-01..2026-09-30; vs 2025-09-01..2025-09-30
        did I spend more this year than I did last year | 2026-01-01..2026-10-31; vs 2025-01-01..2025-12-31
        how does this month compare to last month | 2026-10-01..2026-10-31; vs 2026-09-01..2026-09-30
        compare september and august | 2026-09-01..2026-09-30; vs 2026-08-01..2026-08-31
        compare January to March | 2026-01-01..2026-01-31; vs 2026-03-01..2026-03-31
        vs August | vs 2026-08-01..2026-08-31
        how does that compare to last September | vs 2026-09-01..2026-09-30
        more than usual this month | 2026-10-01..2026-10-31
        more than $50 in october | 2026-10-01..2026-10-31
        the difference between june and july | 2026-06-01..2026-06-30; vs 2026-07-01..2026-07-31
        what changed from august to september | vs 2026-08-01..2026-08-31; 2026-09-01..2026-09-30
        did I spend more in june or july | 2026-06-01..2026-06-30; vs 2026-07-01..2026-07-31
        October against the same month last year | 2026-10-01..2026-10-31; vs 2025-10-01..2025-10-31
        weekends in September | 2026-09-01..2026-09-30 [6, 7]
        on fridays this month | 2026-10-01..2026-10-31 [5]
        in september on weekends | 2026-09-01..2026-09-30 [6, 7]
        how much do I spend on weekends | only [6, 7]
        weekday lunches last month | only [1, 2, 3, 4, 5]; 2026-09-01..2026-09-30
        every friday in 2025 | 2025-01-01..2025-12-31 [5]
        on mondays and tuesdays | only [1, 2]
        spent in ocotber | 2026-10-01..2026-10-31
        septmber groceries | 2026-09-01..2026-09-30
        what did I buy yesteday | 2026-10-30
        lst month | 2026-09-01..2026-09-30
        lats mnth | 2026-09-01..2026-09-30
        thsi month | 2026-10-01..2026-10-31
        last wek | 2026-10-19..2026-10-25
        last tuseday | 2026-10-27
        over the wknd | 2026-10-31
        in feburary | 2026-02-01..2026-02-28
        last wensday | 2026-10-28
        on thrusday | 2026-10-29
        in agust 2025 | 2025-08-01..2025-08-31
        past 3 mnoths | 2026-08-01..2026-10-31
        last yaer | 2025-01-01..2025-12-31
        on chrismas | 2025-12-25
        since janaury | 2026-01-01..2026-10-31
        last sumer | 2026-06-01..2026-08-31
        over the wintr | 2025-12-01..2026-02-28
        jan to mrach | 2026-01-01..2026-03-31
        what bills are due on friday | 2026-11-06
        will I have enough on the 5th | 2026-11-05
        what's due in december | 2026-12-01..2026-12-31
        can I afford it before christmas | 2026-10-31..2026-12-24
        will I be ok at the end of the month | 2026-10-31
        will I run out by thursday | 2026-10-31..2026-11-05
        what did Joe spend on friday | 2026-10-30
        how much did I spend at Trader Joe's in March? | 2026-03-01..2026-03-31
        Uber, last month, please | 2026-09-01..2026-09-30
        top 5 merchants in 2025 | 2025-01-01..2025-12-31
        over 500 dollars last week | 2026-10-19..2026-10-25
        how much over 2 weeks | -
        what did may look like | 2026-05-01..2026-05-31
        show me May | 2026-05-01..2026-05-31
        """)

    static let nothing = timeRows(
        "2026-10-31",
        """
        how much did I spend on coffee | -
        transactions over $300 | -
        purchases of 300 dollars | -
        anything over 2000 | -
        more than 2024 dollars | -
        spent $2025 on a laptop | -
        top 5 merchants | -
        my 5 biggest purchases | -
        last 10 transactions | -
        the last 3 purchases | -
        between 40 and 50 dollars | -
        between 40 and 50 | -
        may I spend 20 dollars | -
        I may buy a second bike | -
        i sat at the bar | -
        spring water and winter coats | -
        how much did I spend on holiday | -
        how much per month | -
        by month | -
        spending by day | -
        each week | -
        average transaction | -
        set my budget to 2000 | -
        can I afford a car for 2015 dollars | -
        a second opinion | -
        open 24/7 | -
        is 3/4 of my budget gone | -
        do I have enough for rent | -
        what is the price of a match | -
        sundae and sundry | -
        christmas gifts | -
        how much at Ruby Tuesday | -
        5th avenue | -
        my first transaction | -
        the 22nd of each month | -
        12k on furniture | -
        3 coffees | -
        march of dimes donation | -
        """)

    static let borders =
        timeRows(
            "2028-02-29",
            """
            this month | 2028-02-01..2028-02-29
            last month | 2028-01-01..2028-01-31
            past month | 2028-02-01..2028-02-29
            past year | 2027-03-01..2028-02-29
            a year ago | 2027-02-01..2027-02-28
            this time last year | 2027-02-01..2027-02-28
            on february 29 | 2028-02-29
            feb 29th 2024 | 2024-02-29
            29.2.2027 | -
            last 12 months | 2027-03-01..2028-02-29
            last week | 2028-02-21..2028-02-27
            on tuesday | 2028-02-29
            last tuesday | 2028-02-22
            late february | 2028-02-21..2028-02-29
            """)
        + timeRows(
            "2027-01-01",
            """
            yesterday | 2026-12-31
            last month | 2026-12-01..2026-12-31
            last year | 2026-01-01..2026-12-31
            this year | 2027-01-01
            this week | 2026-12-28..2027-01-01
            last week | 2026-12-21..2026-12-27
            last quarter | 2026-10-01..2026-12-31
            in december | 2026-12-01..2026-12-31
            on new year's eve | 2026-12-31
            new years day | 2027-01-01
            this winter | 2026-12-01..2027-01-01
            last winter | 2025-12-01..2026-02-28
            over the holidays | 2026-11-26..2027-01-01
            christmas | 2026-12-25
            ytd | 2027-01-01
            last 3 full months | 2026-10-01..2026-12-31
            past 3 months | 2026-10-02..2027-01-01
            12/31 | 2026-12-31
            from dec 28 to jan 3 | 2026-12-28..2027-01-01
            """)
        + timeRows(
            "2026-11-02",
            """
            this week | 2026-11-02
            last week | 2026-10-26..2026-11-01
            how much did I spend this weekend | 2026-10-31..2026-11-01
            last weekend | 2026-10-31..2026-11-01
            over the weekend | 2026-10-31..2026-11-01
            on monday | 2026-11-02
            last monday | 2026-10-26
            next monday | 2026-11-09
            on sunday | 2026-11-01
            in november | 2026-11-01..2026-11-02
            the 3rd | 2026-10-03
            from the 28th to the 3rd | 2026-10-28..2026-11-02
            the week before last | 2026-10-19..2026-10-25
            """)
        + timeRows(
            "2026-11-01",
            """
            this week | 2026-10-26..2026-11-01
            last week | 2026-10-19..2026-10-25
            this weekend | 2026-10-31..2026-11-01
            last weekend | 2026-10-24..2026-10-25
            last sunday | 2026-10-25
            this month | 2026-11-01
            last month | 2026-10-01..2026-10-31
            """)
        + timeRows(
            "2026-03-31",
            """
            last month | 2026-02-01..2026-02-28
            past month | 2026-03-01..2026-03-31
            2 months ago | 2026-01-01..2026-01-31
            next month | 2026-04-01..2026-04-30
            this quarter | 2026-01-01..2026-03-31
            last quarter | 2025-10-01..2025-12-31
            same time last month | 2026-02-01..2026-02-28
            in march | 2026-03-01..2026-03-31
            in april | 2025-04-01..2025-04-30
            in april 2026 | 2026-04-01..2026-04-30
            summer | -
            last summer | 2025-06-01..2025-08-31
            """)
        + timeRows(
            "2022-03-15",
            """
            last Wednesday | 2022-03-09
            next Saturday | 2022-03-26
            this Friday | 2022-03-18
            Thursday in two weeks | 2022-03-31
            can it come earlier than Wednesday in a week | 2022-03-15..2022-03-22
            last 13th | 2022-03-13
            in 230 days | 2022-10-31
            3 days away from now | 2022-03-18
            """)
}
