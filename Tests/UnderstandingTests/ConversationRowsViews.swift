extension QuestionTable {
    /// Conversations on 31 October 2026 whose lines change the view, the rows or what is compared.
    static let views: [[Row]] = [
        [
            Row("show my transactions in march", "transactions 2026-03-01..2026-03-31 direction:any"),
            Row("more", "transactions 2026-03-01..2026-03-31 direction:any offset:10 follow-up"),
            Row("show all of them", "transactions 2026-03-01..2026-03-31 direction:any all follow-up"),
            Row("sort by amount", "transactions 2026-03-01..2026-03-31 direction:any order:largest follow-up"),
            Row(
                "only over $100", "transactions 2026-03-01..2026-03-31 min:>10000 direction:any order:largest follow-up"
            ),
            Row("how many was that", "spending count 2026-03-01..2026-03-31 min:>10000 follow-up"),
        ],
        [
            Row("how much did I spend on groceries in september", "spending 2026-09-01..2026-09-30 category:groceries"),
            Row(
                "is that a lot?",
                "spending 2026-09-01..2026-09-30 vs 2026-03-01..2026-08-31 category:groceries usual follow-up"),
            Row(
                "vs last month",
                "spending 2026-09-01..2026-09-30 vs 2026-08-01..2026-08-31 category:groceries follow-up"),
            Row("as a percentage", "spending share 2026-09-01..2026-09-30 category:groceries follow-up"),
            Row("no I meant August", "spending share 2026-08-01..2026-08-31 category:groceries follow-up"),
            Row(
                "split by merchant",
                "spending share 2026-08-01..2026-08-31 category:groceries by:merchant order:largest follow-up"),
            Row(
                "exclude Costco",
                "spending share 2026-08-01..2026-08-31 category:groceries without:Costco by:merchant order:largest follow-up"
            ),
        ],
        [
            Row("how much did I spend at costco last month", "spending 2026-09-01..2026-09-30 merchant:Costco"),
            Row("and at ikea", "spending 2026-09-01..2026-09-30 merchant:IKEA follow-up"),
            Row("both together", "spending 2026-09-01..2026-09-30 merchant:Costco,IKEA follow-up"),
            Row("add amazon", "spending 2026-09-01..2026-09-30 merchant:Costco,IKEA,Amazon follow-up"),
            Row("sorry, I meant target", "spending 2026-09-01..2026-09-30 merchant:Target follow-up"),
            Row("make it may", "spending 2026-05-01..2026-05-31 merchant:Target follow-up"),
        ],
        [
            Row(
                "what was my biggest purchase in october",
                "spending largest 2026-10-01..2026-10-31 order:largest limit:1"),
            Row(
                "and the second?",
                "transactions 2026-10-01..2026-10-31 kind:expense order:largest limit:1 offset:1 follow-up"),
            Row(
                "and the next biggest",
                "transactions 2026-10-01..2026-10-31 kind:expense order:largest limit:1 offset:2 follow-up"),
            Row("who got the most", "spending 2026-10-01..2026-10-31 by:merchant order:largest follow-up"),
            Row(
                "and second place?",
                "spending 2026-10-01..2026-10-31 by:merchant order:largest limit:1 offset:1 follow-up"),
        ],
        [
            Row(
                "what did I spend on the chase sapphire in september",
                "spending 2026-09-01..2026-09-30 account:Chase Sapphire"),
            Row("and on the other card?", "spending 2026-09-01..2026-09-30 account:Amex Blue Cash follow-up"),
            Row("in euros", "spending 2026-09-01..2026-09-30 account:Amex Blue Cash follow-up"),
            Row(
                "is it more than last year",
                "spending 2026-09-01..2026-09-30 vs 2025-09-01..2025-09-30 account:Amex Blue Cash follow-up"),
            Row(
                "year over year",
                "spending 2026-09-01..2026-09-30 vs 2025-09-01..2025-09-30 account:Amex Blue Cash follow-up"),
            Row(
                "only weekends",
                "spending 2026-09-01..2026-09-30 vs 2025-09-01..2025-09-30 account:Amex Blue Cash weekdays:6,7 follow-up"
            ),
            Row(
                "without weekends",
                "spending 2026-09-01..2026-09-30 vs 2025-09-01..2025-09-30 account:Amex Blue Cash weekdays:1,2,3,4,5 follow-up"
            ),
        ],
        [
            Row(
                "groceries in january and march",
                "spending 2026-01-01..2026-01-31 and 2026-03-01..2026-03-31 category:groceries"),
            Row(
                "cheapest first",
                "transactions 2026-01-01..2026-01-31 and 2026-03-01..2026-03-31 category:groceries order:smallest follow-up"
            ),
            Row(
                "and in june, august and september",
                "transactions 2026-06-01..2026-06-30 and 2026-08-01..2026-09-30 category:groceries order:smallest follow-up"
            ),
            Row(
                "remove all filters",
                "transactions 2026-06-01..2026-06-30 and 2026-08-01..2026-09-30 order:smallest follow-up"),
        ],
        [
            Row("how much on coffee in june", "spending 2026-06-01..2026-06-30 category:coffee"),
            Row(
                "what about the store stuff",
                "spending 2026-06-01..2026-06-30 category:coffee unknown:store stuff follow-up “I don't know “store stuff”: "
                    + "it's not one of your categories, merchants, or accounts. Try another word, such as a category or the "
                    + "name of a store.”"),
            Row("and july", "spending 2026-07-01..2026-07-31 category:coffee follow-up"),
            Row("sum of those", "spending 2026-06-01..2026-07-31 category:coffee follow-up"),
        ],
        [
            Row("how much did I spend on groceries last month", "spending 2026-09-01..2026-09-30 category:groceries"),
            Row("what is my credit score", "out_of_scope"),
            Row("transfer $50 to savings", "out_of_scope account:High-Yield Savings min:5000 max:5000"),
            Row("and in august", "spending 2026-08-01..2026-08-31 category:groceries follow-up"),
            Row("everything except rent last month", "spending 2026-09-01..2026-09-30 without:rent"),
        ],
    ]
}
