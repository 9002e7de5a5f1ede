extension QuestionTable {
    /// Names that are added, left out, or found nowhere; days of the week, shares and transfers.
    static let names: [Row] = [
        Row(
            "groceries and starbucks last month",
            "spending 2026-09-01..2026-09-30 category:groceries merchant:Starbucks union"),
        Row("rent + verizon in 2025", "spending 2025-01-01..2025-12-31 category:rent merchant:Verizon union"),
        Row("groceries at costco in 2025", "spending 2025-01-01..2025-12-31 category:groceries merchant:Costco"),
        Row(
            "how much without the sapphire card last month",
            "spending 2026-09-01..2026-09-30 account:Everyday Checking,High-Yield Savings,Amex Blue Cash"),
        Row(
            "not on the sapphire card in september",
            "spending 2026-09-01..2026-09-30 account:Everyday Checking,High-Yield Savings,Amex Blue Cash"),
        Row("show transactions with 41077", "transactions text:41077 direction:any unknown:41077"),
        Row("total spent 2025 vs 2024", "spending 2025-01-01..2025-12-31 vs 2024-01-01..2024-12-31"),
        Row("bills before nov 10", "recurring 2026-10-31..2026-11-09"),
        Row("what bills are coming up before nov 10", "recurring 2026-10-31..2026-11-09"),
        Row("bills before the 15th", "recurring 2026-10-31..2026-11-14"),
        Row("that $172 charge at target", "transactions merchant:Target min:17200 max:17299"),
        Row("charge for 1284.36", "transactions min:128436 max:128436"),
        Row("did i pay anything more than 1k in september", "transactions 2026-09-01..2026-09-30 min:>100000"),
        Row("best restaurants near me", "out_of_scope category:restaurants"),
        Row("find me a hotel in dallas", "out_of_scope category:lodging text:dallas"),
        Row(
            "balance without savings",
            "balance account:Everyday Checking,Chase Sapphire,Amex Blue Cash direction:any"),
        Row("electric bill before nov 10", "recurring 2026-10-31..2026-11-09 category:electricity"),
        Row("balance savings", "balance account:High-Yield Savings direction:any"),
        Row("starbucks coffee last month", "spending 2026-09-01..2026-09-30 merchant:Starbucks"),
        Row("spending last month excl. rent", "spending 2026-09-01..2026-09-30 without:rent"),
        Row("spending last month w/o rent", "spending 2026-09-01..2026-09-30 without:rent"),
        Row("spending last month sans rent", "spending 2026-09-01..2026-09-30 without:rent"),
        Row("spending last month less rent", "spending 2026-09-01..2026-09-30 without:rent"),
        Row("spending last month, no rent", "spending 2026-09-01..2026-09-30 without:rent"),
        Row("weekend spending in september", "spending 2026-09-01..2026-09-30 weekdays:6,7"),
        Row("saturday spending in august", "spending 2026-08-01..2026-08-31 weekdays:6"),
        Row("saturday spending", "spending 2026-10-31..2026-10-31"),
        Row(
            "how much were my card payments in september",
            "spending 2026-09-01..2026-09-30 category:card_payment kind:transfer"),
        Row(
            "how much did i invest in 2025",
            "spending 2025-01-01..2025-12-31 category:investment_transfer kind:transfer"),
        Row(
            "how much did target refund me in 2025",
            "spending 2025-01-01..2025-12-31 merchant:Target direction:in kind:refund"),
        Row("amazon in 2025 minus refunds", "spending 2025-01-01..2025-12-31 merchant:Amazon"),
        Row("spending this month last year", "spending 2025-10-01..2025-10-31"),
        Row(
            "share of groceries, gas and rent last month",
            "spending share 2026-09-01..2026-09-30 category:groceries,fuel,rent"),
        Row("how much did i send quorlo in 2025", "spending 2025-01-01..2025-12-31 text:quorlo unknown:quorlo"),
        Row("quorlo total 2025", "spending 2025-01-01..2025-12-31 text:quorlo unknown:quorlo"),
    ]
}
