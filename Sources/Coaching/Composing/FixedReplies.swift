/// Replies that need no figures.
enum FixedReplies {
    static let help = """
        I answer questions about your own money from the bank files you brought in. For example: \
        “how much did I spend on groceries last month?”, “top 5 merchants this year”, \
        “show my Amazon purchases over $50”, “where can I cut back?”, “should I buy shoes for $90?”, \
        “set a grocery budget of $600”, “put my last Amazon order under gifts”.
        """
    static let outOfScope = """
        That is not something I can do. I cannot move money, pay bills or advise on credit, tax or investments; \
        I can tell you what you spent, where and when. Try “what did I spend most on last month?”.
        """
    /// What is said to `never mind`.
    static let dismissed = "All right, let us start afresh. Ask me anything about your money."
}
