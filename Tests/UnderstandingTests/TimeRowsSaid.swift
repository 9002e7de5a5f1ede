extension TimeRows {
    /// What people also say, on Thursday 15 October 2026; the days were computed with Python's `datetime`.
    static let said = timeRows(
        "2026-10-15",
        """
        2025 q3 groceries | 2025-07-01..2025-09-30
        q3 2025 | 2025-07-01..2025-09-30
        groceries in 2025 Q1 | 2025-01-01..2025-03-31
        Q2 2026 | 2026-04-01..2026-06-30
        spending for q4 2024 | 2024-10-01..2024-12-31
        the fourth quarter of 2025 | 2025-10-01..2025-12-31
        second quarter 2025 | 2025-04-01..2025-06-30
        q1 '25 | 2025-01-01..2025-03-31
        2024 q4 | 2024-10-01..2024-12-31
        q3 | 2026-07-01..2026-09-30
        this quarter | 2026-10-01..2026-10-15
        H1 2025 | 2025-01-01..2025-06-30
        2025 h1 | 2025-01-01..2025-06-30
        1H 2025 | 2025-01-01..2025-06-30
        2h 2024 | 2024-07-01..2024-12-31
        second half of 2025 | 2025-07-01..2025-12-31
        first half of last year | 2025-01-01..2025-06-30
        2024 H2 | 2024-07-01..2024-12-31
        h1 this year | 2026-01-01..2026-06-30
        2026-W10 | 2026-03-02..2026-03-08
        week 10 | 2026-03-02..2026-03-08
        week 10 of 2026 | 2026-03-02..2026-03-08
        W10 2026 | 2026-03-02..2026-03-08
        2026 W10 | 2026-03-02..2026-03-08
        groceries in week 12 | 2026-03-16..2026-03-22
        cw 12 | 2026-03-16..2026-03-22
        KW 31 | 2026-07-27..2026-08-02
        calendar week 7 of 2025 | 2025-02-10..2025-02-16
        2025-W01 | 2024-12-30..2025-01-05
        week 53 of 2026 | 2026-12-28..2027-01-03
        iso week 40 | 2026-09-28..2026-10-04
        wk 5 2025 | 2025-01-27..2025-02-02
        2020-W53 | 2020-12-28..2021-01-03
        week 2 of march | 2026-03-08..2026-03-14
        last year to date | 2025-01-01..2025-10-15
        ytd 2025 | 2025-01-01..2025-10-15
        last month to date | 2026-09-01..2026-09-15
        last quarter to date | 2026-07-01..2026-07-15
        year to date | 2026-01-01..2026-10-15
        month to date | 2026-10-01..2026-10-15
        qtd | 2026-10-01..2026-10-15
        week to date | 2026-10-12..2026-10-15
        jan feb and march groceries | 2026-01-01..2026-03-31
        jan, feb, mar | 2026-01-01..2026-03-31
        jan, feb and mar 2025 | 2025-01-01..2025-03-31
        august + september | 2026-08-01..2026-09-30
        march and june | 2026-03-01..2026-03-31; 2026-06-01..2026-06-30
        january, march and may | 2026-01-01..2026-01-31; 2026-03-01..2026-03-31; 2026-05-01..2026-05-31
        march, june and september 2024 | 2024-03-01..2024-03-31; 2024-06-01..2024-06-30; 2024-09-01..2024-09-30
        q1 and q3 | 2026-01-01..2026-03-31; 2026-07-01..2026-09-30
        2022 and 2024 | 2022-01-01..2022-12-31; 2024-01-01..2024-12-31
        each month of 2025 | 2025-01-01..2025-12-31
        every month in 2024 | 2024-01-01..2024-12-31
        monthly in 2025 | 2025-01-01..2025-12-31
        the whole of 2025 | 2025-01-01..2025-12-31
        the entire month of may | 2026-05-01..2026-05-31
        for the whole year 2025 | 2025-01-01..2025-12-31
        all of march | 2026-03-01..2026-03-31
        all of last year | 2025-01-01..2025-12-31
        first week of March | 2026-03-01..2026-03-07
        the second week of august | 2026-08-08..2026-08-14
        last week of february | 2026-02-22..2026-02-28
        first two weeks of april | 2026-04-01..2026-04-14
        last 10 days of march | 2026-03-22..2026-03-31
        first 5 days of september | 2026-09-01..2026-09-05
        the 15th | 2026-10-15
        on the 16th | 2026-09-16
        on the 31st | 2026-08-31
        the 3rd of last month | 2026-09-03
        from the 3rd to the 9th | 2026-10-03..2026-10-09
        between the 20th and the 25th | 2026-09-20..2026-09-25
        from the 28th to the 4th | 2026-09-28..2026-10-04
        the 1st to the 15th of may | 2026-05-01..2026-05-15
        the summer | 2026-06-01..2026-08-31
        last summer | 2026-06-01..2026-08-31
        summer 2025 | 2025-06-01..2025-08-31
        last winter | 2025-12-01..2026-02-28
        spring 2024 | 2024-03-01..2024-05-31
        in the fall of 2025 | 2025-09-01..2025-11-30
        last weekend | 2026-10-10..2026-10-11
        the weekend before last | 2026-10-03..2026-10-04
        two weekends ago | 2026-10-03..2026-10-04
        3 weeks ago | 2026-09-21..2026-09-27
        two weeks ago | 2026-09-28..2026-10-04
        a week ago | 2026-10-05..2026-10-11
        a fortnight ago | 2026-09-28..2026-10-04
        6 weeks ago | 2026-08-31..2026-09-06
        the last two full months | 2026-08-01..2026-09-30
        last 3 full months | 2026-07-01..2026-09-30
        the past 6 complete months | 2026-04-01..2026-09-30
        last 4 full weeks | 2026-09-14..2026-10-11
        last two full quarters | 2026-04-01..2026-09-30
        the year before last | 2024-01-01..2024-12-31
        the month before last | 2026-08-01..2026-08-31
        the quarter before last | 2026-04-01..2026-06-30
        the week before last | 2026-09-28..2026-10-04
        two years ago | 2024-01-01..2024-12-31
        3 years ago | 2023-01-01..2023-12-31
        5 months ago | 2026-05-01..2026-05-31
        a month ago | 2026-09-01..2026-09-30
        10 days ago | 2026-10-05
        four days ago | 2026-10-11
        since Christmas | 2025-12-25..2026-10-15
        since march | 2026-03-01..2026-10-15
        since june 5 | 2026-06-05..2026-10-15
        since last friday | 2026-10-09..2026-10-15
        since 2024 | 2024-01-01..2026-10-15
        since labor day | 2026-09-07..2026-10-15
        since easter | 2026-04-05..2026-10-15
        since the 1st | 2026-10-01..2026-10-15
        since last month | 2026-09-01..2026-10-15
        since the start of the year | 2026-01-01..2026-10-15
        from june onwards | 2026-06-01..2026-10-15
        from march 10 on | 2026-03-10..2026-10-15
        in the 90 days before June | 2026-03-03..2026-05-31
        the 2 weeks before christmas | 2025-12-11..2025-12-24
        the week after easter | 2026-04-06..2026-04-12
        the month before june 10 | 2026-05-10..2026-06-09
        the day before thanksgiving | 2025-11-26
        the 3 days after july 4 | 2026-07-05..2026-07-07
        the three months to may | 2026-03-01..2026-05-31
        12 months to march 2026 | 2025-04-01..2026-03-31
        in the year to march | 2025-04-01..2026-03-31
        the quarter ending june | 2026-04-01..2026-06-30
        month ending march 31 | 2026-03-01..2026-03-31
        year ending june 2025 | 2024-07-01..2025-06-30
        the 6 months ended september | 2026-04-01..2026-09-30
        week ending 3/15 | 2026-03-09..2026-03-15
        past fortnight | 2026-10-02..2026-10-15
        last fortnight | 2026-10-02..2026-10-15
        rolling 30 days | 2026-09-16..2026-10-15
        trailing 90 days | 2026-07-18..2026-10-15
        ttm | 2025-10-16..2026-10-15
        trailing twelve months | 2025-10-16..2026-10-15
        past year | 2025-10-16..2026-10-15
        last 18 months | 2025-04-16..2026-10-15
        last 100 days | 2026-07-08..2026-10-15
        past 5 weeks | 2026-09-11..2026-10-15
        last 2 quarters | 2026-04-16..2026-10-15
        past half year | 2026-04-16..2026-10-15
        last 48 hours | 2026-10-13..2026-10-15
        today and yesterday | 2026-10-15; 2026-10-14
        yesterday and today | 2026-10-14..2026-10-15
        3/3/26-4/10/26 | 2026-03-03..2026-04-10
        2026-03-03 to 2026-04-10 | 2026-03-03..2026-04-10
        from march 3 until april 10 | 2026-03-03..2026-04-10
        3 march - 10 april 2025 | 2025-03-03..2025-04-10
        between 3/3 and 4/10 | 2026-03-03..2026-04-10
        15.3.2026 to 20.3.2026 | 2026-03-15..2026-03-20
        12/20/25 - 1/5/26 | 2025-12-20..2026-01-05
        from november to february | 2025-11-01..2026-02-28
        march through may | 2026-03-01..2026-05-31
        from 2023 to 2025 | 2023-01-01..2025-12-31
        dec 2025 to feb 2026 | 2025-12-01..2026-02-28
        last monday | 2026-10-12
        monday last week | 2026-10-05
        last friday of may | 2026-05-29
        first monday of september | 2026-09-07
        third thursday in june 2025 | 2025-06-19
        on tuesday | 2026-10-13
        friday | 2026-10-09
        thanksgiving | 2025-11-27
        thanksgiving 2024 | 2024-11-28
        black friday 2024 | 2024-11-29
        easter 2025 | 2025-04-20
        mother's day | 2026-05-10
        memorial day weekend | 2026-05-23..2026-05-25
        new year's eve | 2025-12-31
        valentine's day 2025 | 2025-02-14
        good friday | 2026-04-03
        from thanksgiving to christmas | 2025-11-27..2025-12-25
        memorial day to labor day | 2026-05-25..2026-09-07
        mid march | 2026-03-11..2026-03-20
        end of march | 2026-03-21..2026-03-31
        early june | 2026-06-01..2026-06-10
        late last month | 2026-09-21..2026-09-30
        2025 march | 2025-03-01..2025-03-31
        2024 december | 2024-12-01..2024-12-31
        march '25 | 2025-03-01..2025-03-31
        03/2025 | 2025-03-01..2025-03-31
        2025-03 | 2025-03-01..2025-03-31
        december | 2025-12-01..2025-12-31
        october | 2026-10-01..2026-10-15
        november | 2025-11-01..2025-11-30
        feb 2024 | 2024-02-01..2024-02-29
        29 february 2024 | 2024-02-29
        make it may | 2026-05-01..2026-05-31
        """)

    /// Weekdays, comparisons and what is left open, on the same day.
    static let sides = timeRows(
        "2026-10-15",
        """
        weekends in september | 2026-09-01..2026-09-30 [6, 7]
        on weekends only in q2 | only [6, 7]; 2026-04-01..2026-06-30
        weekday spending in march | only [1, 2, 3, 4, 5]; 2026-03-01..2026-03-31
        every friday this year | 2026-01-01..2026-10-15 [5]
        groceries on mondays | only [1]
        saturdays and sundays | only [6, 7]
        jan vs feb | 2026-01-01..2026-01-31; vs 2026-02-01..2026-02-28
        2025 q3 vs 2024 q3 | 2025-07-01..2025-09-30; vs 2024-07-01..2024-09-30
        week 10 vs week 9 | 2026-03-02..2026-03-08; vs 2026-02-23..2026-03-01
        compare january to march | 2026-01-01..2026-01-31; vs 2026-03-01..2026-03-31
        more in june than in may | 2026-06-01..2026-06-30; vs 2026-05-01..2026-05-31
        between payday and today | 2026-10-02..2026-10-15
        from payday to now | 2026-10-02..2026-10-15
        since I started | 2020-01-01..2026-10-15
        since records began | 2020-01-01..2026-10-15
        over the years | 2020-01-01..2026-10-15
        2026-W54 | 2026-01-01..2026-10-15
        """)
}
