extension TimeRows {
    /// What people also say, on 31 October 2026.
    static let more = timeRows(
        "2026-10-31",
        """
        amazon for november and december 2018 | 2018-11-01..2018-12-31
        november and december | 2025-11-01..2025-12-31
        june vs july 2025 | 2025-06-01..2025-06-30; vs 2025-07-01..2025-07-31
        october vs october 2025 | 2026-10-01..2026-10-31; vs 2025-10-01..2025-10-31
        nov and jan 2026 | 2025-11-01..2025-11-30; 2026-01-01..2026-01-31
        q1 and q2 | 2026-01-01..2026-06-30
        biggest purchase of the year | 2026-01-01..2026-10-31
        what is my pay for the month | 2026-10-01..2026-10-31
        my income for the year | 2026-01-01..2026-10-31
        wages for the week | 2026-10-26..2026-10-31
        how much do I spend during the week | only [1, 2, 3, 4, 5]
        what do i usually earn in a day | -
        what is the apr on my card | -
        my credit card's apr | -
        in apr | 2026-04-01..2026-04-30
        apr 2025 | 2025-04-01..2025-04-30
        how much did I spend two hours ago | 2026-10-31
        the coffee from 30 hours ago | 2026-10-30
        can I see my transactions on the 7th | 2026-10-07
        i need to see all visa purchases for march | 2026-03-01..2026-03-31
        can I spend 50 dollars on friday | 2026-11-06
        before i pay my card | -
        on monday, the 26th | 2026-10-26
        first wednesday of each month | -
        the first 10 days of october | 2026-10-01..2026-10-10
        over the last two weekends | 2026-10-17..2026-10-25 [6, 7]
        between thanksgiving and christmas | 2025-11-27..2025-12-25
        from thanksgiving to new years | 2025-11-27..2026-01-01
        since new year's | 2026-01-01..2026-10-31
        since labor day | 2026-09-07..2026-10-31
        over the summer | 2026-06-01..2026-08-31
        this past summer | 2026-06-01..2026-08-31
        month by month this year | 2026-01-01..2026-10-31
        every month this year | 2026-01-01..2026-10-31
        last 90 days by week | 2026-08-03..2026-10-31
        mondays in march | 2026-03-01..2026-03-31 [1]
        every weekend last month | 2026-09-01..2026-09-30 [6, 7]
        saturdays and sundays in may | 2026-05-01..2026-05-31 [6, 7]
        thanksgiving week | 2025-11-24..2025-11-30
        the week of thanksgiving | 2025-11-24..2025-11-30
        as of last friday | 2026-10-30
        as of october 1 | 2026-10-01
        oct 1st thru 15th | 2026-10-01..2026-10-15
        10/1-10/15 | 2026-10-01..2026-10-15
        1-15 october | 2026-10-01..2026-10-15
        from 10/1/26 through 10/15/26 | 2026-10-01..2026-10-15
        in 8/2026 | 2026-08-01..2026-08-31
        Sept-Oct | 2026-09-01..2026-10-31
        jan - june | 2026-01-01..2026-06-30
        January to June last year | 2025-01-01..2025-06-30
        q4 last year | 2025-10-01..2025-12-31
        fourth quarter 2025 | 2025-10-01..2025-12-31
        this quarter vs last quarter | 2026-10-01..2026-10-31; vs 2026-07-01..2026-09-30
        this month vs the same month last year | 2026-10-01..2026-10-31; vs 2025-10-01..2025-10-31
        this month compared to this time last month | 2026-10-01..2026-10-31; vs 2026-09-01..2026-09-30
        back in march | 2026-03-01..2026-03-31
        way back in 2023 | 2023-01-01..2023-12-31
        earlier this month | 2026-10-01..2026-10-31
        earlier today | 2026-10-31
        later this year | 2026-10-31..2026-12-31
        last thursday night at the bar | 2026-10-29
        by year end | 2026-10-31..2026-12-31
        from now until christmas | 2026-10-31..2026-12-25
        between now and friday | 2026-10-31..2026-11-06
        from today to november 15 | 2026-10-31..2026-11-15
        until next month | 2026-10-31
        will I make it until december | 2026-10-31..2026-11-30
        over the next week | 2026-11-01..2026-11-07
        bills in the next month | 2026-11-01..2026-11-30
        what are my upcoming bills for next week | 2026-11-02..2026-11-08
        did rent go up since last year | vs 2025-01-01..2025-12-31
        is coffee up since last month | vs 2026-09-01..2026-09-30
        how much have I spent since last month | 2026-09-01..2026-10-31
        more than 200 since last month | 2026-09-01..2026-10-31
        september compared to last september | 2026-09-01..2026-09-30; vs 2025-09-01..2025-09-30
        monday vs last monday | 2026-10-26; vs 2026-10-19
        summer vs last summer | 2026-06-01..2026-08-31; vs 2025-06-01..2025-08-31
        more on gas in spring or summer | 2026-03-01..2026-05-31; vs 2026-06-01..2026-08-31
        groceries over the summer compared to spring | 2026-06-01..2026-08-31; vs 2026-03-01..2026-05-31
        before june this year | 2026-01-01..2026-05-31
        before june last year | 2025-01-01..2025-05-31
        until june this year | 2026-01-01..2026-06-30
        the summer of 25 | 2025-06-01..2025-08-31
        march of 25 | 2025-03-01..2025-03-31
        winter 2025/26 | 2025-12-01..2026-02-28
        q3 of 25 | 2025-07-01..2025-09-30
        total of my 2025 subscriptions | 2025-01-01..2025-12-31
        groceries 2025 vs 2024 | 2025-01-01..2025-12-31; vs 2024-01-01..2024-12-31
        2025 versus 2026 | 2025-01-01..2025-12-31; vs 2026-01-01..2026-10-31
        compared to 2024 | vs 2024-01-01..2024-12-31
        how has my spending changed over the past 6 months | 2026-05-01..2026-10-31
        show me everything from september 5th | 2026-09-05
        purchases on 2026-10-05 and 2026-10-07 | 2026-10-05; 2026-10-07
        on the 5th and the 12th | 2026-10-05; 2026-10-12
        last five months of 2025 | 2025-08-01..2025-12-31
        the last month of 2025 | 2025-12-01..2025-12-31
        last week of last month | 2026-09-24..2026-09-30
        end of last year | 2025-09-01..2025-12-31
        the middle of september | 2026-09-11..2026-09-20
        twenty five days ago | 2026-10-06
        past ninety days | 2026-08-03..2026-10-31
        past 2 quarters | 2026-05-01..2026-10-31
        for september, how much on gas? | 2026-09-01..2026-09-30
        SEPTEMBER | 2026-09-01..2026-09-30
        What did I spend in "march"? | 2026-03-01..2026-03-31
        september? | 2026-09-01..2026-09-30
        may? | 2026-05-01..2026-05-31
        compare this summer to last summer | 2026-06-01..2026-08-31; vs 2025-06-01..2025-08-31
        this friday vs last friday | 2026-10-30; vs 2026-10-23
        the last friday in september | 2026-09-25
        Mar spending | 2026-03-01..2026-03-31
        coffee in june, july and august | 2026-06-01..2026-08-31
        in the year to date | 2026-01-01..2026-10-31
        Forever 21 in august | 2026-08-01..2026-08-31
        paid on the 15th or the 30th | 2026-10-15; 2026-10-30
        the past 3 fridays | 2026-10-16..2026-10-30 [5]
        every other friday | -
        between march and may last year | 2025-03-01..2025-05-31
        rent in 2024 and 2025 | 2024-01-01..2025-12-31
        on the weekend of october 10 | 2026-10-10..2026-10-11
        and in may | 2026-05-01..2026-05-31
        the may bill | 2026-05-01..2026-05-31
        between christmas and new years last year | 2025-12-25..2026-01-01
        between christmas and new years | 2025-12-25..2026-01-01
        bills before nov 10 | 2026-10-31..2026-11-09
        how much were my bills before oct 10 | 2020-01-01..2026-10-09
        bills coming up before the 15th | 2026-10-31..2026-11-14
        total spent 2025 vs 2024 | 2025-01-01..2025-12-31; vs 2024-01-01..2024-12-31
        spent 2025 compared to 2024 | 2025-01-01..2025-12-31; vs 2024-01-01..2024-12-31
        """)
}
