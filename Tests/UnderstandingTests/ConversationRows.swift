extension QuestionTable {
    /// Conversations on 31 October 2026: every line and what it means after those before it.
    static let conversations: [[Row]] = [
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
            Row("what's my checking balance", "balance account:Everyday Checking direction:any"),
            Row("and savings?", "balance account:High-Yield Savings direction:any follow-up"),
        ],
        [
            Row("can I afford a $900 couch", "purchase category:furniture price:900.00 item:couch"),
            Row("what about $400", "purchase category:furniture price:400.00 item:couch follow-up"),
        ],
        [
            Row("what are my subscriptions", "recurring"),
            Row("which ones went up", "recurring follow-up"),
            Row("what about Netflix", "recurring merchant:Netflix follow-up"),
        ],
        [
            Row(
                "recategorize the Target charge",
                "edit merchant:Target direction:any categorise “Which category should it be in?”"),
            Row("clothes", "edit merchant:Target direction:any categorise as:clothing follow-up"),
        ],
        [
            Row("when is rent due", "recurring category:rent"),
            Row("and Verizon?", "recurring merchant:Verizon follow-up"),
        ],
        [
            Row("how am I doing on my grocery budget", "budget category:groceries progress limit-on:groceries"),
            Row("and coffee?", "budget category:coffee progress limit-on:coffee follow-up"),
        ],
    ]
}
