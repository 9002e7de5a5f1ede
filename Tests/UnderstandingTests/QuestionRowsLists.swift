extension QuestionTable {
    /// Questions on 31 October 2026 (a Saturday) and what they mean, in the words of `Understood.description`.
    static let lists: [Row] = [
        Row(
            "what's the most expensive thing I bought at Amazon in 2026",
            "transactions 2026-01-01..2026-10-31 merchant:Amazon order:largest limit:1"),
        Row("show me my transactions last week", "transactions 2026-10-19..2026-10-25 direction:any"),
        Row("list all transactions in September", "transactions 2026-09-01..2026-09-30 direction:any all"),
        Row("show my last 10 transactions", "transactions direction:any"),
        Row("my last 3 purchases at Amazon", "transactions merchant:Amazon limit:3"),
        Row("recent transactions", "transactions direction:any"),
        Row("most recent purchase", "transactions limit:1"),
        Row("what was my last transaction", "transactions direction:any limit:1"),
        Row("transactions over $500", "transactions min:>50000 direction:any"),
        Row(
            "purchases under $20 at Target this month",
            "transactions 2026-10-01..2026-10-31 merchant:Target max:<2000"),
        Row("charges between 40 and 50 dollars", "transactions min:4000 max:5000"),
        Row("everything over 12k this year", "transactions 2026-01-01..2026-10-31 min:>1200000 direction:any all"),
        Row("purchases of at least $100 in October", "transactions 2026-10-01..2026-10-31 min:10000"),
        Row("transactions of exactly $15.99", "transactions min:1599 max:1599 direction:any"),
        Row("charges around $50", "transactions min:4500 max:5500"),
        Row("find the $52.36 charge", "transactions min:5236 max:5236"),
        Row("when did I last go to Costco", "transactions merchant:Costco direction:any limit:1"),
        Row("when was the last time I ate at Chipotle", "transactions merchant:Chipotle direction:any limit:1"),
        Row("when did I last pay Verizon", "transactions merchant:Verizon direction:any limit:1"),
        Row(
            "when did I pay $61.21 at Hyatt Regency",
            "transactions merchant:Hyatt Regency min:6121 max:6121 direction:any"),
        Row("what did I buy at Target in September", "transactions 2026-09-01..2026-09-30 merchant:Target"),
        Row("what did I buy yesterday", "transactions 2026-10-30..2026-10-30"),
        Row("did I buy anything at Best Buy this year", "transactions 2026-01-01..2026-10-31 merchant:Best Buy"),
        Row("did I pay rent this month", "transactions 2026-10-01..2026-10-31 category:rent"),
        Row("have I paid Geico yet this month", "transactions 2026-10-01..2026-10-31 merchant:Geico direction:any"),
        Row("show me refunds this year", "transactions 2026-01-01..2026-10-31 direction:in kind:refund"),
        Row("refunds from Amazon", "transactions merchant:Amazon direction:in kind:refund"),
        Row("show me pending transactions", "transactions direction:any pending"),
        Row("deposits in October", "transactions 2026-10-01..2026-10-31 direction:in"),
        Row("show my transfers this month", "transactions 2026-10-01..2026-10-31 direction:any kind:transfer"),
        Row("list my Starbucks purchases in September", "transactions 2026-09-01..2026-09-30 merchant:Starbucks"),
        Row("show grocery transactions last week", "transactions 2026-10-19..2026-10-25 category:groceries"),
        Row("amex transactions this week", "transactions 2026-10-26..2026-10-31 account:Amex Blue Cash direction:any"),
        Row(
            "transactions on my checking account in October",
            "transactions 2026-10-01..2026-10-31 account:Everyday Checking direction:any"),
        Row("biggest purchases last month", "transactions 2026-09-01..2026-09-30 order:largest"),
        Row("top 10 expenses this year", "transactions 2026-01-01..2026-10-31 order:largest"),
        Row(
            "5 largest transactions in September",
            "transactions 2026-09-01..2026-09-30 direction:any order:largest limit:5"),
        Row("smallest charges last week", "transactions 2026-10-19..2026-10-25 order:smallest"),
        Row("oldest transaction", "transactions direction:any order:oldest limit:1"),
        Row("first purchase at Amazon", "transactions merchant:Amazon order:oldest limit:1"),
        Row("transactions to Hat and Tun", "transactions text:Hat and Tun direction:any unknown:Hat and Tun"),
        Row(
            "show me payments to underground from September on",
            "transactions 2026-09-01..2026-10-31 category:public_transit"),
        Row("search for parking tickets", "transactions category:parking"),
        Row("list everything from IKEA", "transactions merchant:IKEA direction:any all"),
        Row("online purchases last month", "transactions 2026-09-01..2026-09-30 category:online_shopping"),
        Row("should I buy a new laptop for $1,200", "purchase category:electronics price:1200.00 item:new laptop"),
        Row("can I afford a $400 jacket", "purchase category:clothing price:400.00 item:jacket"),
        Row("should I get the iPhone", "purchase item:iPhone “How much is it?”"),
        Row("is it ok to spend $150 on Steam games", "purchase merchant:Steam Games price:150.00 at:Steam Games"),
        Row(
            "can I buy a bike from Best Buy for 600",
            "purchase category:sporting_goods merchant:Best Buy price:600.00 item:bike at:Best Buy"),
        Row("do I have enough money for a vacation", "purchase category:travel item:vacation “How much is it?”"),
        Row("should I buy a Tesla for $42,000", "purchase text:Tesla price:42000.00 item:Tesla unknown:Tesla"),
        Row("$80 for a video game, good idea?", "purchase category:games price:80.00 item:video game"),
        Row("thinking of buying a couch for $900", "purchase category:furniture price:900.00 item:couch"),
        Row(
            "do I have enough in my savings account for a new car",
            "purchase category:fuel,parking,car_payment,car_care account:High-Yield Savings item:new car “How much is it?”"
        ),
        Row(
            "can we afford to eat out tonight",
            "purchase 2026-10-31..2026-10-31 category:restaurants,fast_food,coffee item:eat out “How much is it?”"),
        Row("set a grocery budget of $600", "budget category:groceries set limit-on:groceries limit-of:600.00"),
        Row("limit coffee to $50 a month", "budget category:coffee set limit-on:coffee limit-of:50.00"),
        Row(
            "set a monthly limit of 200 for clothes",
            "budget category:clothing set limit-on:clothing limit-of:200.00"),
        Row(
            "create a budget for eating out",
            "budget category:restaurants,fast_food,coffee set limit-on:restaurants+fast_food+coffee “How much a month?”"
        ),
        Row(
            "drop the fun limit",
            "budget category:games,hobbies,events,travel,sporting_goods,toys remove limit-on:fun"),
        Row("remove my coffee budget", "budget category:coffee remove limit-on:coffee"),
        Row("how am I doing on my grocery budget", "budget category:groceries progress limit-on:groceries"),
        Row("am I over budget this month", "budget 2026-10-01..2026-10-31 progress"),
        Row("show my budgets", "budget progress"),
        Row("what's my budget for clothes", "budget category:clothing progress limit-on:clothing"),
        Row(
            "how much is left in my dining budget",
            "budget category:restaurants,fast_food progress limit-on:restaurants+fast_food"),
        Row("suggest a budget for groceries", "budget category:groceries suggest limit-on:groceries"),
        Row("what did I buy on my birthday", "transactions text:birthday unknown:birthday"),
        Row("is $60 too much for a haircut", "purchase category:hair_beauty price:60.00 item:haircut"),
        Row(
            "can I swing a 300 dollar jacket this week",
            "purchase 2026-10-26..2026-11-01 category:clothing price:300.00 item:jacket"),
        Row("how am I tracking against my grocery budget", "budget category:groceries progress limit-on:groceries"),
        Row(
            "put 400 as my monthly cap for dining",
            "budget category:restaurants,fast_food set limit-on:restaurants+fast_food limit-of:400.00"),
        Row("kill the clothing budget", "budget category:clothing remove limit-on:clothing"),
    ]
}
