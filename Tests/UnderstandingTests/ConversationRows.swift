extension QuestionTable {
    /// Conversations on 31 October 2026: every line and what it means after those before it.
    static let conversations: [[Row]] = [
        [
            Row("how much did I spend on groceries last month", "spending 2026-09-01..2026-09-30 category:groceries"),
            Row("and the month before?", "spending 2026-08-01..2026-08-31 category:groceries follow-up"),
            Row("what about coffee", "spending 2026-08-01..2026-08-31 category:coffee follow-up"),
            Row("just Starbucks", "spending 2026-08-01..2026-08-31 merchant:Starbucks follow-up"),
            Row("by month", "spending 2026-08-01..2026-08-31 merchant:Starbucks by:month follow-up"),
        ],
        [
            Row("how much did I spend on coffee in October", "spending 2026-10-01..2026-10-31 category:coffee"),
            Row(
                "how does that compare to August",
                "spending 2026-10-01..2026-10-31 vs 2026-08-01..2026-08-31 category:coffee follow-up"),
            Row(
                "what was the biggest one",
                "spending largest 2026-10-01..2026-10-31 category:coffee order:largest limit:1 follow-up"),
            Row("per month", "spending average/month 2026-04-01..2026-09-30? category:coffee follow-up"),
            Row("why?", "spending average/month 2026-04-01..2026-09-30? category:coffee why follow-up"),
        ],
        [
            Row(
                "show me transactions at Amazon this year",
                "transactions 2026-01-01..2026-10-31 merchant:Amazon direction:any"),
            Row(
                "only over $50",
                "transactions 2026-01-01..2026-10-31 merchant:Amazon min:>5000 direction:any follow-up"),
            Row(
                "how much is that in total",
                "spending 2026-01-01..2026-10-31 merchant:Amazon min:>5000 follow-up"),
            Row(
                "just electronics",
                "spending 2026-01-01..2026-10-31 category:electronics merchant:Amazon min:>5000 follow-up"
            ),
        ],
        [
            Row("how much did I spend in September", "spending 2026-09-01..2026-09-30"),
            Row("by category", "spending 2026-09-01..2026-09-30 by:category order:largest follow-up"),
            Row("and by merchant?", "spending 2026-09-01..2026-09-30 by:merchant order:largest follow-up"),
            Row("except rent", "spending 2026-09-01..2026-09-30 without:rent by:merchant order:largest follow-up"),
            Row("show them", "transactions 2026-09-01..2026-09-30 without:rent follow-up"),
        ],
        [
            Row("should I buy a new bike", "purchase category:sporting_goods item:new bike “How much is it?”"),
            Row("$400", "purchase category:sporting_goods price:400.00 item:new bike follow-up"),
        ],
        [
            Row("can I afford a laptop", "purchase category:electronics item:laptop “How much is it?”"),
            Row("it's about 1200 dollars", "purchase category:electronics price:1200.00 item:laptop follow-up"),
            Row("and if it were 800", "purchase category:electronics price:800.00 item:laptop follow-up"),
        ],
        [
            Row("set a budget for coffee", "budget category:coffee set limit-on:coffee “How much a month?”"),
            Row("50", "budget category:coffee set limit-on:coffee limit-of:50.00 follow-up"),
        ],
        [
            Row("set a limit of $300", "budget set limit-of:300.00 “Which category is the limit for?”"),
            Row("groceries", "budget set limit-on:groceries limit-of:300.00 follow-up"),
        ],
        [
            Row("how much did I spend on coffee this month", "spending 2026-10-01..2026-10-31 category:coffee"),
            Row(
                "is that more than usual?",
                "spending 2026-10-01..2026-10-31 vs 2026-04-01..2026-09-30 category:coffee usual follow-up"),
            Row("and last year?", "spending 2025-01-01..2025-12-31 category:coffee follow-up"),
            Row("same for groceries", "spending 2025-01-01..2025-12-31 category:groceries follow-up"),
        ],
        [
            Row(
                "how much did I spend at Whole Foods in October",
                "spending 2026-10-01..2026-10-31 merchant:Whole Foods"),
            Row("how many times", "spending count 2026-10-01..2026-10-31 merchant:Whole Foods follow-up"),
            Row("average", "spending average/transaction 2026-10-01..2026-10-31 merchant:Whole Foods follow-up"),
            Row(
                "and Trader Joe's?",
                "spending average/transaction 2026-10-01..2026-10-31 merchant:Trader Joe's follow-up"),
            Row("list those", "transactions 2026-10-01..2026-10-31 merchant:Trader Joe's follow-up"),
        ],
        [
            Row("what did I spend on gas in June", "spending 2026-06-01..2026-06-30 category:fuel"),
            Row("July?", "spending 2026-07-01..2026-07-31 category:fuel follow-up"),
            Row("and in August", "spending 2026-08-01..2026-08-31 category:fuel follow-up"),
        ],
        [
            Row("compare October and September", "spending 2026-10-01..2026-10-31 vs 2026-09-01..2026-09-30"),
            Row(
                "only restaurants",
                "spending 2026-10-01..2026-10-31 vs 2026-09-01..2026-09-30 category:restaurants follow-up"),
        ],
        [
            Row("what's my checking balance", "balance account:Everyday Checking direction:any"),
            Row("and savings?", "balance account:High-Yield Savings direction:any follow-up"),
        ],
        [
            Row("how much did I earn last month", "income 2026-09-01..2026-09-30 direction:in"),
            Row("and the month before", "income 2026-08-01..2026-08-31 direction:in follow-up"),
            Row("per month", "income average/month 2026-04-01..2026-09-30? direction:in follow-up"),
        ],
        [
            Row("show my transactions last week", "transactions 2026-10-19..2026-10-25 direction:any"),
            Row("over $100", "transactions 2026-10-19..2026-10-25 min:>10000 direction:any follow-up"),
            Row(
                "just Amazon",
                "transactions 2026-10-19..2026-10-25 merchant:Amazon min:>10000 direction:any follow-up"),
            Row(
                "without Amazon",
                "transactions 2026-10-19..2026-10-25 without:Amazon min:>10000 direction:any follow-up"),
            Row(
                "oldest first",
                "transactions 2026-10-19..2026-10-25 without:Amazon min:>10000 direction:any order:oldest follow-up"),
            Row(
                "top 3",
                "transactions 2026-10-19..2026-10-25 without:Amazon min:>10000 direction:any order:largest limit:3 follow-up"
            ),
        ],
        [
            Row("can I afford a $900 couch", "purchase category:furniture price:900.00 item:couch"),
            Row("what about $400", "purchase category:furniture price:400.00 item:couch follow-up"),
        ],
        [
            Row("how much did I spend last month", "spending 2026-09-01..2026-09-30"),
            Row("on what?", "spending 2026-09-01..2026-09-30 by:category order:largest follow-up"),
            Row("where?", "spending 2026-09-01..2026-09-30 by:merchant order:largest follow-up"),
            Row(
                "compared to the month before",
                "spending 2026-09-01..2026-09-30 vs 2026-08-01..2026-08-31 by:merchant order:largest follow-up"),
            Row(
                "why so much",
                "spending 2026-09-01..2026-09-30 vs 2026-08-01..2026-08-31 by:merchant order:largest why follow-up"),
        ],
        [
            Row("uber last month", "spending 2026-09-01..2026-09-30 merchant:Uber"),
            Row("and Lyft", "spending 2026-09-01..2026-09-30 merchant:Lyft follow-up"),
            Row("total for the year", "spending 2026-01-01..2026-10-31 merchant:Lyft follow-up"),
        ],
        [
            Row("what are my subscriptions", "recurring"),
            Row("which ones went up", "recurring follow-up"),
            Row("what about Netflix", "recurring merchant:Netflix follow-up"),
        ],
        [
            Row("how much did I spend on groceries last month", "spending 2026-09-01..2026-09-30 category:groceries"),
            Row("what's my net worth", "net_worth direction:any"),
            Row("how much did I spend on coffee", "spending 2026-10-02..2026-10-31? category:coffee"),
            Row("what about rent", "spending 2026-10-02..2026-10-31? category:rent follow-up"),
        ],
        [
            Row("how much did I spend on food last week", "spending 2026-10-19..2026-10-25 category:food"),
            Row("tell me a joke", "out_of_scope"),
            Row("and the week before?", "spending 2026-10-12..2026-10-18 category:food follow-up"),
        ],
        [
            Row("hi", "help"),
            Row("what did I spend on clothes in July", "spending 2026-07-01..2026-07-31 category:clothing"),
            Row("thanks", "help"),
        ],
        [
            Row(
                "how much did I spend on eating out this year",
                "spending 2026-01-01..2026-10-31 category:restaurants,fast_food,coffee"),
            Row(
                "by month",
                "spending 2026-01-01..2026-10-31 category:restaurants,fast_food,coffee by:month follow-up"),
            Row(
                "which month was the most",
                "spending 2026-01-01..2026-10-31 category:restaurants,fast_food,coffee by:month order:largest limit:1 follow-up"
            ),
            Row(
                "and for groceries?",
                "spending 2026-01-01..2026-10-31 category:groceries by:month order:largest limit:1 follow-up"),
        ],
        [
            Row("how much did I spend on Amazon in September", "spending 2026-09-01..2026-09-30 merchant:Amazon"),
            Row("a year earlier", "spending 2025-09-01..2025-09-30 merchant:Amazon follow-up"),
            Row("and the same month last year", "spending 2024-09-01..2024-09-30 merchant:Amazon follow-up"),
        ],
        [
            Row("spending in October", "spending 2026-10-01..2026-10-31"),
            Row("weekends only", "spending 2026-10-01..2026-10-31 weekdays:6,7 follow-up"),
            Row("and on my amex", "spending 2026-10-01..2026-10-31 account:Amex Blue Cash weekdays:6,7 follow-up"),
        ],
        [
            Row(
                "what was my biggest purchase this year",
                "spending largest 2026-01-01..2026-10-31 order:largest limit:1"),
            Row("and the smallest", "spending smallest 2026-01-01..2026-10-31 order:smallest limit:1 follow-up"),
            Row("list the top 5", "transactions 2026-01-01..2026-10-31 order:largest limit:5 follow-up"),
        ],
        [
            Row(
                "how many times did I go to Starbucks in October",
                "spending count 2026-10-01..2026-10-31 merchant:Starbucks"),
            Row("and in September", "spending count 2026-09-01..2026-09-30 merchant:Starbucks follow-up"),
            Row("how much was that", "spending 2026-09-01..2026-09-30 merchant:Starbucks follow-up"),
        ],
        [
            Row(
                "did I spend more than $200 on groceries last month",
                "spending 2026-09-01..2026-09-30 category:groceries threshold:200.00"),
            Row("what about coffee", "spending 2026-09-01..2026-09-30 category:coffee threshold:200.00 follow-up"),
        ],
        [
            Row("show refunds this year", "transactions 2026-01-01..2026-10-31 direction:in kind:refund"),
            Row(
                "just Amazon",
                "transactions 2026-01-01..2026-10-31 merchant:Amazon direction:in kind:refund follow-up"),
            Row("last year", "transactions 2025-01-01..2025-12-31 merchant:Amazon direction:in kind:refund follow-up"),
        ],
        [
            Row("average spending per month", "spending average/month 2026-04-01..2026-09-30?"),
            Row("just groceries", "spending average/month 2026-04-01..2026-09-30? category:groceries follow-up"),
            Row("per week", "spending average/week 2026-04-01..2026-09-30? category:groceries follow-up"),
        ],
        [
            Row(
                "recategorize the Target charge",
                "edit merchant:Target direction:any categorise “Which category should it be in?”"),
            Row("clothes", "edit merchant:Target direction:any categorise as:clothing follow-up"),
        ],
        [
            Row("how much did I spend between 3 March and 10 April", "spending 2026-03-03..2026-04-10"),
            Row("and at Costco", "spending 2026-03-03..2026-04-10 merchant:Costco follow-up"),
            Row("excluding Costco", "spending 2026-03-03..2026-04-10 without:Costco follow-up"),
        ],
        [
            Row("how much did I save last month", "cash_flow 2026-09-01..2026-09-30 direction:any"),
            Row("and in August", "cash_flow 2026-08-01..2026-08-31 direction:any follow-up"),
            Row("what about this year", "cash_flow 2026-01-01..2026-10-31 direction:any follow-up"),
        ],
        [
            Row("when is rent due", "recurring category:rent"),
            Row("and Verizon?", "recurring merchant:Verizon follow-up"),
        ],
        [
            Row("how am I doing on my grocery budget", "budget category:groceries progress limit-on:groceries"),
            Row("and coffee?", "budget category:coffee progress limit-on:coffee follow-up"),
        ],
        [
            Row("how much did I spend in September", "spending 2026-09-01..2026-09-30"),
            Row("and how much did I earn?", "income 2026-09-01..2026-09-30 direction:in"),
            Row("now show my transactions in August", "transactions 2026-08-01..2026-08-31 direction:any"),
        ],
        [
            Row("what's in checking", "balance account:Everyday Checking direction:any"),
            Row(
                "and how much did I spend on groceries in July?",
                "spending 2026-07-01..2026-07-31 category:groceries"),
        ],
    ]
}
