extension QuestionTable {
    /// Questions on 31 October 2026 (a Saturday) and what they mean, in the words of `Understood.description`.
    static let spending: [Row] = [
        Row("how much did I spend last month", "spending 2026-09-01..2026-09-30"),
        Row("how much have I spent this week", "spending 2026-10-26..2026-10-31"),
        Row("total spending in 2025", "spending 2025-01-01..2025-12-31"),
        Row("what did I spend yesterday", "spending 2026-10-30..2026-10-30"),
        Row("spending since March", "spending 2026-03-01..2026-10-31"),
        Row("how much did I spend on groceries in September", "spending 2026-09-01..2026-09-30 category:groceries"),
        Row(
            "how much did we spend eating out last week",
            "spending 2026-10-19..2026-10-25 category:restaurants,fast_food,coffee"),
        Row("what did gas cost me this month", "spending 2026-10-01..2026-10-31 category:fuel"),
        Row("how much did I drop on booze in July", "spending 2026-07-01..2026-07-31 category:alcohol"),
        Row("power bill total for 2026", "spending 2026-01-01..2026-10-31 category:electricity"),
        Row("how much went to rent this year", "spending 2026-01-01..2026-10-31 category:rent"),
        Row(
            "how much did I blow on clothes over the past 3 months",
            "spending 2026-08-01..2026-10-31 category:clothing"),
        Row("flights and hotels in August", "spending 2026-08-01..2026-08-31 category:flights,lodging"),
        Row("spend on kids in Q3", "spending 2026-07-01..2026-09-30 category:family,toys"),
        Row("what have I spent on the gym since January", "spending 2026-01-01..2026-10-31 category:fitness"),
        Row("how much did I spend at Starbucks", "spending 2026-10-02..2026-10-31? merchant:Starbucks"),
        Row(
            "how much did I spend at starbucks and blue bottle together in October",
            "spending 2026-10-01..2026-10-31 merchant:Starbucks,Blue Bottle Coffee"),
        Row("how much did I spend at H-E-B in September", "spending 2026-09-01..2026-09-30 merchant:H-E-B"),
        Row("heb september", "spending 2026-09-01..2026-09-30 merchant:H-E-B"),
        Row("how much have I paid Verizon this year", "spending 2026-01-01..2026-10-31 merchant:Verizon"),
        Row("how much did I spend on Amazon Prime in 2025", "spending 2025-01-01..2025-12-31 merchant:Amazon Prime"),
        Row("trader joe's last month", "spending 2026-09-01..2026-09-30 merchant:Trader Joe's"),
        Row(
            "whole foods vs trader joe's in October",
            "spending 2026-10-01..2026-10-31 merchant:Whole Foods,Trader Joe's by:merchant order:largest "
                + "sides:whole foods|trader joe's"),
        Row("stabucks in october", "spending 2026-10-01..2026-10-31 merchant:Starbucks"),
        Row("how much did I spend at wholefoods last month", "spending 2026-09-01..2026-09-30 merchant:Whole Foods"),
        Row("grocries last month", "spending 2026-09-01..2026-09-30 category:groceries"),
        Row("how much did i spnd on restarants in septmber", "spending 2026-09-01..2026-09-30 category:restaurants"),
        Row("how much did I spend at Zorbit last month", "spending 2026-09-01..2026-09-30 text:Zorbit unknown:Zorbit"),
        Row(
            "how much did I pay Kayla Romero this year",
            "spending 2026-01-01..2026-10-31 text:Kayla Romero unknown:Kayla Romero"),
        Row(
            "total at \"Corner Bakeshop\" in 2026",
            "spending 2026-01-01..2026-10-31 text:Corner Bakeshop unknown:Corner Bakeshop"),
        Row(
            "how much did I spend on thai food this month",
            "spending 2026-10-01..2026-10-31 category:food text:thai unknown:thai"),
        Row("how much did I put on my amex last month", "spending 2026-09-01..2026-09-30 account:Amex Blue Cash"),
        Row("spending on the sapphire card in September", "spending 2026-09-01..2026-09-30 account:Chase Sapphire"),
        Row(
            "how much did I spend on my credit cards this month",
            "spending 2026-10-01..2026-10-31 account:Chase Sapphire,Amex Blue Cash"),
        Row(
            "how much did I spend from checking in October",
            "spending 2026-10-01..2026-10-31 account:Everyday Checking"),
        Row("spending with card ending in 1107 this year", "spending 2026-01-01..2026-10-31 account:Chase Sapphire"),
        Row(
            "how much did I spend on groceries with the chase card last month",
            "spending 2026-09-01..2026-09-30 category:groceries account:Chase Sapphire"),
        Row("spending last month except rent", "spending 2026-09-01..2026-09-30 without:rent"),
        Row("how much did I spend in September excluding Amazon", "spending 2026-09-01..2026-09-30 without:Amazon"),
        Row(
            "spending this month without rent, groceries and Costco",
            "spending 2026-10-01..2026-10-31 without:rent,groceries,Costco"),
        Row(
            "how much did I spend on food but not coffee this year",
            "spending 2026-01-01..2026-10-31 category:food without:coffee"),
        Row("average spending per month", "spending average/month 2026-04-01..2026-09-30?"),
        Row(
            "how much do I usually spend on groceries",
            "spending average/month 2026-04-01..2026-09-30? category:groceries"),
        Row("how much do I spend on coffee per week", "spending average/week 2026-04-01..2026-09-30? category:coffee"),
        Row("average daily spending in September", "spending average/day 2026-09-01..2026-09-30"),
        Row(
            "average grocery trip this year",
            "spending average/transaction 2026-01-01..2026-10-31 category:groceries"),
        Row(
            "how much do I spend per visit at Whole Foods",
            "spending average/transaction 2026-04-01..2026-09-30? merchant:Whole Foods"),
        Row("median purchase at Amazon in 2026", "spending median 2026-01-01..2026-10-31 merchant:Amazon"),
        Row("median restaurant bill this year", "spending median 2026-01-01..2026-10-31 category:restaurants"),
        Row(
            "how many times did I go to Starbucks in October",
            "spending count 2026-10-01..2026-10-31 merchant:Starbucks"),
        Row("how often do I order DoorDash", "spending count 2026-10-02..2026-10-31? merchant:DoorDash"),
        Row("how many transactions did I make last week", "spending count 2026-10-19..2026-10-25"),
        Row("number of Uber rides in September", "spending count 2026-09-01..2026-09-30 merchant:Uber"),
        Row("what was my biggest purchase last month", "spending largest 2026-09-01..2026-09-30 order:largest limit:1"),
        Row("largest expense this year", "spending largest 2026-01-01..2026-10-31 order:largest limit:1"),
        Row("smallest purchase in July", "spending smallest 2026-07-01..2026-07-31 order:smallest limit:1"),
        Row("cheapest grocery run this month", "spending smallest 2026-10-01..2026-10-31 category:groceries limit:1"),
        Row("what share of my spending is rent", "spending share 2026-10-02..2026-10-31? category:rent"),
        Row(
            "what percent of my money goes to eating out this year",
            "spending share 2026-01-01..2026-10-31 category:restaurants,fast_food,coffee"),
        Row(
            "how much of my spending in September was groceries",
            "spending share 2026-09-01..2026-09-30 category:groceries"),
        Row("spending by category last month", "spending 2026-09-01..2026-09-30 by:category order:largest"),
        Row("break down September by merchant", "spending 2026-09-01..2026-09-30 by:merchant order:largest"),
        Row("coffee by month this year", "spending 2026-01-01..2026-10-31 category:coffee by:month"),
        Row("groceries by week since August", "spending 2026-08-01..2026-10-31 category:groceries by:week"),
        Row("spending by day this week", "spending 2026-10-26..2026-10-31 by:day"),
        Row("which weekday do I spend the most", "spending 2026-08-09..2026-10-31? by:weekday order:largest limit:1"),
        Row("spending by account in October", "spending 2026-10-01..2026-10-31 by:account order:largest"),
        Row("spending per year", "spending average/year"),
        Row("top 5 merchants last month", "spending 2026-09-01..2026-09-30 by:merchant order:largest limit:5"),
        Row("my top 3 categories this year", "spending 2026-01-01..2026-10-31 by:category order:largest limit:3"),
        Row("biggest 5 stores in Q3", "spending 2026-07-01..2026-09-30 by:merchant order:largest limit:5"),
        Row("where did my money go in September", "spending 2026-09-01..2026-09-30 by:category order:largest"),
        Row("where do I spend the most", "spending 2026-10-02..2026-10-31? by:merchant order:largest"),
        Row(
            "which month did I spend the most this year",
            "spending 2026-01-01..2026-10-31 by:month order:largest limit:1"),
        Row(
            "which category was the biggest last month",
            "spending 2026-09-01..2026-09-30 by:category order:largest limit:1"),
        Row(
            "which store got the most of my money in October",
            "spending 2026-10-01..2026-10-31 by:merchant order:largest limit:1"),
        Row(
            "on which day did I spend the most last week",
            "spending 2026-10-19..2026-10-25 by:day order:largest limit:1"),
        Row("compare October and September", "spending 2026-10-01..2026-10-31 vs 2026-09-01..2026-09-30"),
        Row(
            "groceries October vs August",
            "spending 2026-10-01..2026-10-31 vs 2026-08-01..2026-08-31 category:groceries"),
        Row("how does this month compare to last month", "spending 2026-10-01..2026-10-31 vs 2026-09-01..2026-09-30"),
        Row(
            "spending this month compared to the same month last year",
            "spending 2026-10-01..2026-10-31 vs 2025-10-01..2025-10-31"),
        Row(
            "did I spend more on coffee this month than last month",
            "spending 2026-10-01..2026-10-31 vs 2026-09-01..2026-09-30 category:coffee"),
        Row(
            "did I spend more on eating out this month than usual",
            "spending 2026-10-01..2026-10-31 vs 2026-04-01..2026-09-30 category:restaurants,fast_food,coffee usual"),
        Row("am I spending more than usual", "spending 2026-10-02..2026-10-31? vs 2026-04-01..2026-09-30 usual"),
        Row(
            "how much more did I spend in October than in September",
            "spending 2026-10-01..2026-10-31 vs 2026-09-01..2026-09-30"),
        Row(
            "has my electricity bill gone up this year",
            "spending 2026-01-01..2026-10-31 vs 2025-01-01..2025-10-31 category:electricity"),
        Row(
            "how has my grocery spending changed over the last 6 months",
            "spending 2026-05-01..2026-10-31 category:groceries by:month"),
        Row("spending trend over time", "spending 2025-11-01..2026-10-31? by:month"),
        Row(
            "did I spend more than $200 on groceries last month",
            "spending 2026-09-01..2026-09-30 category:groceries threshold:200.00"),
        Row(
            "was my spending on clothes in September lower than $300",
            "spending 2026-09-01..2026-09-30 category:clothing threshold:300.00"),
        Row("how much did I spend on weekends in September", "spending 2026-09-01..2026-09-30 weekdays:6,7"),
        Row("coffee on Mondays this year", "spending 2026-01-01..2026-10-31 category:coffee weekdays:1"),
        Row("how much in fees did I pay this year", "spending 2026-01-01..2026-10-31 category:fees"),
        Row("how much interest did I pay in 2026", "spending 2026-01-01..2026-10-31 category:interest_charge"),
        Row("how much did I spend on Christmas Eve", "spending 2025-12-24..2025-12-24"),
        Row("groceries on 3/4", "spending 2026-03-04..2026-03-04 category:groceries"),
        Row("how much did I spend between 3 March and 10 April 2026", "spending 2026-03-03..2026-04-10"),
        Row("what did I spend in the first week of October", "spending 2026-10-01..2026-10-07"),
        Row("where did all my money go this month", "spending 2026-10-01..2026-10-31 by:category order:largest"),
        Row("how's my coffee habit treating me this month", "spending 2026-10-01..2026-10-31 category:coffee"),
        Row("biggest purchase of the year", "spending largest 2026-01-01..2026-10-31 order:largest limit:1"),
        Row("uber rides last month pls", "spending 2026-09-01..2026-09-30 merchant:Uber"),
        Row("how much dough did lyft suck out of me in 2025", "spending 2025-01-01..2025-12-31 merchant:Lyft"),
        Row("how much rent did I pay this year", "spending 2026-01-01..2026-10-31 category:rent"),
        Row("top merchants", "spending 2026-10-02..2026-10-31? by:merchant order:largest"),
        Row("dog walker costs in August", "spending 2026-08-01..2026-08-31 category:pets"),
        Row("average uber fare", "spending average/transaction 2026-04-01..2026-09-30? merchant:Uber"),
        Row("spending on Sundays in October", "spending 2026-10-01..2026-10-31 weekdays:7"),
        Row(
            "which card do I use most",
            "spending count 2026-10-02..2026-10-31? account:Chase Sapphire,Amex Blue Cash by:account order:largest limit:1"
        ),
        Row(
            "how much did I put on each card in September",
            "spending 2026-09-01..2026-09-30 by:account order:largest"),
        Row(
            "coffee vs booze this year",
            "spending 2026-01-01..2026-10-31 category:coffee,alcohol by:category order:largest sides:coffee|booze"),
        Row(
            "did I spend more at Target or Costco",
            "spending 2026-10-02..2026-10-31? merchant:Target,Costco by:merchant order:largest sides:Target|Costco"),
        Row(
            "what's the difference between my June and July spending",
            "spending 2026-07-01..2026-07-31 vs 2026-06-01..2026-06-30"),
        Row(
            "how much of my paycheck goes to rent",
            "spending share part-of:income,salary 2026-04-01..2026-09-30? category:rent"),
        Row("how much cash did I withdraw last month", "spending 2026-09-01..2026-09-30 category:cash"),
        Row("atm fees this year", "spending 2026-01-01..2026-10-31 category:atm_fee"),
        Row("how much did that Paris trip cost", "spending 2020-01-01..2026-10-31? text:Paris unknown:Paris"),
        Row("total at gas stations since June 1", "spending 2026-06-01..2026-10-31 category:fuel"),
        Row("what was my cheapest month", "spending 2025-11-01..2026-10-31? by:month order:smallest limit:1"),
        Row("coffee over 6 dollars in september", "spending 2026-09-01..2026-09-30 category:coffee min:>600"),
        Row("over $50 at target in september", "spending 2026-09-01..2026-09-30 merchant:Target min:>5000"),
        Row("lyft not uber this year", "spending 2026-01-01..2026-10-31 merchant:Lyft without:Uber"),
        Row("how much did I spend on subscriptions this year", "recurring 2026-01-01..2026-12-31"),
    ]
}
