extension QuestionTable {
    /// Questions on 31 October 2026 for more than a sum: things held against one another, parts of a whole, numbers of
    /// days and shops, what grew, rankings of shops; and what is neither known nor in the data.
    static let measures: [Row] = [
        Row(
            "coffee as percent of eating out this year",
            "spending share part-of:spending,restaurants,fast_food,coffee 2026-01-01..2026-10-31 category:coffee"),
        Row("rent as % of income in august", "spending share part-of:income 2026-08-01..2026-08-31 category:rent"),
        Row(
            "which merchant did i go to most 2025",
            "spending count 2025-01-01..2025-12-31 by:merchant order:largest limit:1"),
        Row(
            "which merchant did i visit most in 2026",
            "spending count 2026-01-01..2026-10-31 by:merchant order:largest limit:1"),
        Row(
            "which month had the fewest transactions this year",
            "spending count 2026-01-01..2026-10-31 by:month order:smallest limit:1"),
        Row("total spending excluding rent in august", "spending 2026-08-01..2026-08-31 without:rent"),
        Row("total spending on groceries in august", "spending 2026-08-01..2026-08-31 category:groceries"),
        Row("normal month groceries", "spending average/month 2026-04-01..2026-09-30? category:groceries"),
        Row(
            "groceries in sep vs avg",
            "spending 2026-09-01..2026-09-30 vs 2026-03-01..2026-08-31 category:groceries usual"),
        Row("was september higher than average", "spending 2026-09-01..2026-09-30 vs 2026-03-01..2026-08-31 usual"),
        Row(
            "cash flow with zorbit this year",
            "cash_flow 2026-01-01..2026-10-31 text:zorbit direction:any unknown:zorbit"),
        Row("spending in smarch", "spending 2026-10-02..2026-10-31? text:smarch unknown:smarch"),
        Row("zorbit", "spending 2026-10-02..2026-10-31? text:zorbit unknown:zorbit"),
        Row("essentials last month", "spending 2026-09-01..2026-09-30 text:essentials unknown:essentials"),
        Row("hello", "help"),
        Row("weather today", "out_of_scope 2026-10-31..2026-10-31"),
        Row(
            "amazon versus costco in september",
            "spending 2026-09-01..2026-09-30 merchant:Amazon,Costco by:merchant order:largest sides:amazon|costco"),
        Row(
            "amazon or costco - where did I spend more this year",
            "spending 2026-01-01..2026-10-31 merchant:Amazon,Costco by:merchant order:largest sides:amazon|costco"),
        Row(
            "groceries and gas separately in october",
            "spending 2026-10-01..2026-10-31 category:groceries,fuel by:category order:largest sides:groceries|gas"),
        Row(
            "starbucks and blue bottle combined this year",
            "spending 2026-01-01..2026-10-31 merchant:Starbucks,Blue Bottle Coffee"),
        Row(
            "did I spend more on groceries than on eating out last month",
            "spending 2026-09-01..2026-09-30 category:groceries,restaurants,fast_food,coffee by:category order:largest sides:groceries|eating out"
        ),
        Row(
            "how much did I spend at amazon and costco each in september",
            "spending 2026-09-01..2026-09-30 merchant:Amazon,Costco by:merchant order:largest sides:amazon|costco"),
        Row(
            "do I go to Starbucks or Blue Bottle more often",
            "spending count 2026-10-02..2026-10-31? merchant:Starbucks,Blue Bottle Coffee by:merchant order:largest sides:Starbucks|Blue Bottle"
        ),
        Row(
            "did I spend more at Amazon or on groceries in September",
            "spending 2026-09-01..2026-09-30 category:groceries merchant:Amazon order:largest sides:Amazon|groceries"),
        Row(
            "coffee at starbucks vs blue bottle this year",
            "spending 2026-01-01..2026-10-31 category:coffee merchant:Starbucks,Blue Bottle Coffee by:merchant order:largest sides:starbucks|blue bottle"
        ),
        Row(
            "sapphire card vs amex in september",
            "spending 2026-09-01..2026-09-30 account:Chase Sapphire,Amex Blue Cash by:account order:largest sides:sapphire card|amex"
        ),
        Row(
            "what percent of my income went to rent in september",
            "spending share part-of:income 2026-09-01..2026-09-30 category:rent"),
        Row(
            "share of my food spending that is coffee this year",
            "spending share part-of:spending,food 2026-01-01..2026-10-31 category:coffee"),
        Row(
            "what percentage of my coffee spending is at starbucks this year",
            "spending share part-of:spending,coffee 2026-01-01..2026-10-31 category:coffee merchant:Starbucks"),
        Row(
            "how much of my salary do I spend on groceries",
            "spending share part-of:income,salary 2026-04-01..2026-09-30? category:groceries"),
        Row(
            "rent as a percentage of income in 2025",
            "spending share part-of:income 2025-01-01..2025-12-31 category:rent"),
        Row(
            "what share of my transactions are coffee in september",
            "spending share of:transactions 2026-09-01..2026-09-30 category:coffee"),
        Row(
            "what percent of my spending is on weekends in september",
            "spending share 2026-09-01..2026-09-30 weekdays:6,7"),
        Row("how many days did I spend nothing last month", "spending count of:days_without 2026-09-01..2026-09-30"),
        Row(
            "how many days did I buy coffee in september",
            "spending count of:days 2026-09-01..2026-09-30 category:coffee"),
        Row(
            "how many days in september did I go without buying coffee",
            "spending count of:days_without 2026-09-01..2026-09-30 category:coffee"),
        Row("number of no-spend days in august", "spending count of:days_without 2026-08-01..2026-08-31"),
        Row(
            "how many different merchants did I buy from last month",
            "spending count of:merchants 2026-09-01..2026-09-30 by:merchant order:largest"),
        Row(
            "how many restaurants did I go to this year",
            "spending count of:merchants 2026-01-01..2026-10-31 category:restaurants by:merchant order:largest"),
        Row("how many categories did I spend in last month", "spending count of:categories 2026-09-01..2026-09-30"),
        Row(
            "average number of coffees per month",
            "spending average/month of:transactions 2026-04-01..2026-09-30? category:coffee"),
        Row(
            "how many times a week do I eat out",
            "spending average/week of:transactions 2026-04-01..2026-09-30? category:restaurants,fast_food,coffee"),
        Row(
            "how many lunches did I buy last week",
            "spending count 2026-10-19..2026-10-25 category:restaurants,fast_food"),
        Row(
            "which category grew the most in september",
            "spending 2026-09-01..2026-09-30 vs 2026-08-01..2026-08-31 by:category order:rise limit:1"),
        Row(
            "where did my spending fall the most last month",
            "spending 2026-09-01..2026-09-30 vs 2026-08-01..2026-08-31 by:category order:fall"),
        Row(
            "what am I spending more on than last month",
            "spending 2026-10-01..2026-10-31? vs 2026-09-01..2026-09-30 by:category order:rise"),
        Row(
            "which merchant went up the most this year",
            "spending 2026-01-01..2026-10-31 vs 2025-01-01..2025-10-31 by:merchant order:rise limit:1"),
        Row("how did spending change from june to july", "spending 2026-07-01..2026-07-31 vs 2026-06-01..2026-06-30"),
        Row("spending change 2025 to 2026", "spending 2026-01-01..2026-10-31 vs 2025-01-01..2025-12-31"),
        Row(
            "most visited coffee shop this year",
            "spending count 2026-01-01..2026-10-31 category:coffee by:merchant order:largest limit:1"),
        Row(
            "top 5 restaurants this year",
            "spending 2026-01-01..2026-10-31 category:restaurants by:merchant order:largest limit:5"),
        Row(
            "which grocery store do I go to most often",
            "spending count 2026-10-02..2026-10-31? category:groceries by:merchant order:largest limit:1"),
        Row(
            "most expensive restaurant meal this year",
            "spending largest 2026-01-01..2026-10-31 category:restaurants,fast_food limit:1"),
        Row(
            "average per month by category", "spending average/month 2026-04-01..2026-09-30? by:category order:largest"),
        Row("income vs spending by month", "cash_flow 2025-11-01..2026-10-31? direction:any by:month"),
        Row("how much did I spend in Austin this year", "spending 2026-01-01..2026-10-31 text:Austin unknown:Austin"),
        Row(
            "how much did I spend at first watch",
            "spending 2026-10-02..2026-10-31? text:first watch unknown:first watch"),
        Row("how much at home goods last month", "spending 2026-09-01..2026-09-30 text:home goods unknown:home goods"),
        Row("how much did I spend at home last month", "spending 2026-09-01..2026-09-30"),
        Row("how much did my wife spend last month", "spending 2026-09-01..2026-09-30 text:wife unknown:wife"),
        Row("how much did my wife and I spend last month", "spending 2026-09-01..2026-09-30"),
        Row("what did I spend $612.88 on", "transactions min:61288 max:61288"),
        Row("where did I spend $40", "transactions min:4000 max:4000"),
        Row(
            "how much did I pay off on my sapphire card this year",
            "spending 2026-01-01..2026-10-31 account:Chase Sapphire direction:in kind:transfer"),
        Row(
            "how much did I pay down on the amex in august",
            "spending 2026-08-01..2026-08-31 account:Amex Blue Cash direction:in kind:transfer"),
        Row("when did I start paying netflix", "transactions merchant:Netflix direction:any order:oldest limit:1"),
        Row(
            "how long have I been paying for spotify",
            "transactions merchant:Spotify direction:any order:oldest limit:1"),
        Row("when do I get paid", "recurring category:salary direction:in"),
        Row("how many days until payday", "recurring category:salary direction:in"),
        Row("when was my last paycheck", "income category:salary direction:in limit:1"),
        Row("which subscriptions did I cancel", "recurring"),
        Row("what will the weather be tomorrow", "out_of_scope 2026-11-01..2026-11-01"),
        Row("medical stuff this year", "spending 2026-01-01..2026-10-31 category:health without:veterinary"),
        Row("medical and vet bills this year", "spending 2026-01-01..2026-10-31 category:health,veterinary"),
        Row(
            "starbucks against zorbit this year",
            "spending 2026-01-01..2026-10-31 merchant:Starbucks text:zorbit order:largest sides:starbucks|zorbit unknown:zorbit"
        ),
    ]
}
