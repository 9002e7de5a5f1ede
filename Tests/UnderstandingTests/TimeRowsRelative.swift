/// Rows for 31 October 2026, a Saturday, where nothing else is said.
enum TimeRows {
    static let relative = timeRows(
        "2026-10-31",
        """
        how much did I spend today | 2026-10-31
        what did i buy yesterday | 2026-10-30
        yesterday's purchases | 2026-10-30
        the day before yesterday | 2026-10-29
        spending day before yesterday | 2026-10-29
        what's due tomorrow | 2026-11-01
        the day after tomorrow | 2026-11-02
        how much did I spend last night | 2026-10-30
        coffee this morning | 2026-10-31
        what did I spend tonight | 2026-10-31
        how much this week | 2026-10-26..2026-10-31
        how much last week | 2026-10-19..2026-10-25
        spent the previous week | 2026-10-19..2026-10-25
        the week before last | 2026-10-12..2026-10-18
        month before last | 2026-08-01..2026-08-31
        the year before last | 2024-01-01..2024-12-31
        the weekend before last | 2026-10-17..2026-10-18
        this weekend | 2026-10-31
        last weekend | 2026-10-24..2026-10-25
        over the weekend | 2026-10-31
        next weekend | 2026-11-07..2026-11-08
        how much this month | 2026-10-01..2026-10-31
        current month | 2026-10-01..2026-10-31
        last month | 2026-09-01..2026-09-30
        last month's groceries | 2026-09-01..2026-09-30
        groceries last months | 2026-09-01..2026-09-30
        previous month | 2026-09-01..2026-09-30
        next month | 2026-11-01..2026-11-30
        the month after next | 2026-12-01..2026-12-31
        this quarter | 2026-10-01..2026-10-31
        last quarter | 2026-07-01..2026-09-30
        next quarter | 2027-01-01..2027-03-31
        this year | 2026-01-01..2026-10-31
        last year | 2025-01-01..2025-12-31
        next year | 2027-01-01..2027-12-31
        next week | 2026-11-02..2026-11-08
        upcoming week | 2026-11-02..2026-11-08
        past week | 2026-10-25..2026-10-31
        in the past month | 2026-10-01..2026-10-31
        over the past year | 2025-11-01..2026-10-31
        this past week | 2026-10-25..2026-10-31
        past 30 days | 2026-10-02..2026-10-31
        last 7 days | 2026-10-25..2026-10-31
        the last seven days | 2026-10-25..2026-10-31
        last 1 day | 2026-10-31
        last 30d | 2026-10-02..2026-10-31
        past 6mo | 2026-05-01..2026-10-31
        last 2 weeks | 2026-10-18..2026-10-31
        past two weeks | 2026-10-18..2026-10-31
        over the last 3 months | 2026-08-01..2026-10-31
        in the last three months | 2026-08-01..2026-10-31
        during the past 4 months | 2026-07-01..2026-10-31
        last 12 months | 2025-11-01..2026-10-31
        past twelve months | 2025-11-01..2026-10-31
        last 2 years | 2024-11-01..2026-10-31
        previous 3 months | 2026-08-01..2026-10-31
        last couple of weeks | 2026-10-18..2026-10-31
        in the last couple months | 2026-09-01..2026-10-31
        last few days | 2026-10-29..2026-10-31
        past few months | 2026-08-01..2026-10-31
        last several months | 2026-07-01..2026-10-31
        past half a year | 2026-05-01..2026-10-31
        the last half year | 2026-05-01..2026-10-31
        past year and a half | 2025-05-01..2026-10-31
        last 24 hours | 2026-10-30..2026-10-31
        last fortnight | 2026-10-18..2026-10-31
        last two fortnights | 2026-10-04..2026-10-31
        last 3 full months | 2026-07-01..2026-09-30
        last 2 complete weeks | 2026-10-12..2026-10-25
        the last full month | 2026-09-01..2026-09-30
        last 2 full years | 2024-01-01..2025-12-31
        trailing 90 days | 2026-08-03..2026-10-31
        last quarter and a bit | 2026-07-01..2026-09-30
        10 days ago | 2026-10-21
        a few days ago | 2026-10-28
        a couple of days ago | 2026-10-29
        3 weeks ago | 2026-10-05..2026-10-11
        a week ago | 2026-10-19..2026-10-25
        2 months ago | 2026-08-01..2026-08-31
        a month ago | 2026-09-01..2026-09-30
        eleven months ago | 2025-11-01..2025-11-30
        half a year ago | 2026-04-01..2026-04-30
        a year ago | 2025-10-01..2025-10-31
        2 years ago | 2024-01-01..2024-12-31
        two fridays ago | 2026-10-23
        a year ago today | 2025-10-31
        in the next 30 days | 2026-11-01..2026-11-30
        next 2 weeks | 2026-11-01..2026-11-14
        over the coming weeks | 2026-11-01..2026-11-28
        will I be ok in 3 days | 2026-11-03
        two days from now | 2026-11-02
        3 weeks from today | 2026-11-21
        this time last year | 2025-10-01..2025-10-31
        same month last year | 2025-10-01..2025-10-31
        same time last month | 2026-09-01..2026-09-30
        same quarter last year | 2025-10-01..2025-12-31
        same week last year | 2025-10-27..2025-11-02
        the same day last week | 2026-10-24
        ytd | 2026-01-01..2026-10-31
        spending year to date | 2026-01-01..2026-10-31
        MTD groceries | 2026-10-01..2026-10-31
        month-to-date | 2026-10-01..2026-10-31
        qtd | 2026-10-01..2026-10-31
        so far this year | 2026-01-01..2026-10-31
        this year so far | 2026-01-01..2026-10-31
        this month to date | 2026-10-01..2026-10-31
        how much have I spent so far | 2026-10-01..2026-10-31
        lately | 2026-10-02..2026-10-31
        what did I buy recently | 2026-10-02..2026-10-31
        these days | 2026-10-02..2026-10-31
        in recent months | 2026-08-03..2026-10-31
        the other day | 2026-10-25..2026-10-31
        all time | 2020-01-01..2026-10-31
        of all time | 2020-01-01..2026-10-31
        biggest purchase ever | 2020-01-01..2026-10-31
        in my entire history | 2020-01-01..2026-10-31
        rest of the month | 2026-10-31
        for the rest of the year | 2026-10-31..2026-12-31
        """)

    static let named = timeRows(
        "2026-10-31",
        """
        october | 2026-10-01..2026-10-31
        in september | 2026-09-01..2026-09-30
        in november | 2025-11-01..2025-11-30
        for the month of january | 2026-01-01..2026-01-31
        in Sept. | 2026-09-01..2026-09-30
        last october | 2025-10-01..2025-10-31
        last september | 2026-09-01..2026-09-30
        this september | 2026-09-01..2026-09-30
        next march | 2027-03-01..2027-03-31
        october last year | 2025-10-01..2025-10-31
        in October of last year | 2025-10-01..2025-10-31
        june 2 years ago | 2024-06-01..2024-06-30
        march this year | 2026-03-01..2026-03-31
        in may | 2026-05-01..2026-05-31
        may 2025 | 2025-05-01..2025-05-31
        oct '25 | 2025-10-01..2025-10-31
        Oct ’24 | 2024-10-01..2024-10-31
        on friday | 2026-10-30
        on Saturday | 2026-10-31
        last Tuesday | 2026-10-27
        last saturday | 2026-10-24
        this Monday | 2026-10-26
        next friday | 2026-11-06
        this past Thursday | 2026-10-29
        monday last week | 2026-10-19
        last week monday | 2026-10-19
        Wednesday of last week | 2026-10-21
        tuesday before last | 2026-10-20
        friday night | 2026-10-30
        last fri | 2026-10-30
        on sun | 2026-10-25
        last christmas | 2025-12-25
        on Christmas Eve | 2025-12-24
        over christmas | 2025-12-24..2025-12-26
        christmas 2024 | 2024-12-25
        boxing day | 2025-12-26
        on thanksgiving | 2025-11-27
        thanksgiving weekend | 2025-11-27..2025-11-30
        on black friday | 2025-11-28
        black friday 2024 | 2024-11-29
        cyber monday | 2025-12-01
        on valentine's day | 2026-02-14
        valentines day last year | 2025-02-14
        on halloween | 2026-10-31
        last halloween | 2025-10-31
        new year's eve | 2025-12-31
        on New Year’s Day | 2026-01-01
        nye | 2025-12-31
        on easter | 2026-04-05
        easter 2025 | 2025-04-20
        over easter weekend | 2026-04-03..2026-04-06
        good friday | 2026-04-03
        mother's day | 2026-05-10
        on fathers day | 2026-06-21
        memorial day | 2026-05-25
        labor day weekend | 2026-09-05..2026-09-07
        on the 4th of july | 2026-07-04
        july 4th | 2026-07-04
        independence day | 2026-07-04
        super bowl sunday | 2026-02-08
        superbowl 2021 | 2021-02-07
        mlk day | 2026-01-19
        presidents day | 2026-02-16
        over the holidays | 2025-11-27..2026-01-01
        st patrick's day | 2026-03-17
        the week before christmas | 2025-12-18..2025-12-24
        the day after thanksgiving | 2025-11-28
        last summer | 2026-06-01..2026-08-31
        this summer | 2026-06-01..2026-08-31
        in the summer of 2025 | 2025-06-01..2025-08-31
        last winter | 2025-12-01..2026-02-28
        did I spend a lot this winter | 2025-12-01..2026-02-28
        in spring | 2026-03-01..2026-05-31
        this fall | 2026-09-01..2026-10-31
        fall 2024 | 2024-09-01..2024-11-30
        Q3 | 2026-07-01..2026-09-30
        in q4 | 2026-10-01..2026-10-31
        Q3 2025 | 2025-07-01..2025-09-30
        q1 of last year | 2025-01-01..2025-03-31
        q2 '25 | 2025-04-01..2025-06-30
        third quarter of last year | 2025-07-01..2025-09-30
        the first quarter | 2026-01-01..2026-03-31
        H1 2025 | 2025-01-01..2025-06-30
        first half of 2025 | 2025-01-01..2025-06-30
        second half of last year | 2025-07-01..2025-12-31
        second half of the year | 2026-07-01..2026-10-31
        first half of september | 2026-09-01..2026-09-15
        first week of october | 2026-10-01..2026-10-07
        last week of September | 2026-09-24..2026-09-30
        second week of august 2025 | 2025-08-08..2025-08-14
        the last 10 days of march | 2026-03-22..2026-03-31
        first 3 months of 2025 | 2025-01-01..2025-03-31
        first weekend of october | 2026-10-03..2026-10-04
        last friday of september | 2026-09-25
        first monday of last month | 2026-09-07
        last day of september | 2026-09-30
        first day of the month | 2026-10-01
        early march | 2026-03-01..2026-03-10
        mid-march | 2026-03-11..2026-03-20
        late March | 2026-03-21..2026-03-31
        end of march | 2026-03-21..2026-03-31
        beginning of last month | 2026-09-01..2026-09-10
        early 2025 | 2025-01-01..2025-04-30
        late last year | 2025-09-01..2025-12-31
        in 2025 | 2025-01-01..2025-12-31
        in '25 | 2025-01-01..2025-12-31
        2024 groceries | 2024-01-01..2024-12-31
        during 2026 | 2026-01-01..2026-10-31
        the year 2023 | 2023-01-01..2023-12-31
        """)
}
