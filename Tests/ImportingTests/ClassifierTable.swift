import Ledger
import Testing

/// A text as a bank prints it, and what it must be taken for.
struct ClassifierRow: CustomTestStringConvertible {
    let text: String
    let account: AccountType
    let isIn: Bool
    let merchant: String
    let category: String
    let kind: TransactionKind

    var testDescription: String { text }

    /// One row a line: account and direction, text, merchant, category, kind, separated by ` | `.
    ///
    /// `chk-` is money out of a checking account, `card+` money back on a card, and so on.
    static func table(_ lines: String) -> [ClassifierRow] {
        lines.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { cell in
                String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
            guard cells.count == 5, let kind = TransactionKind(rawValue: cells[4]) else {
                Issue.record("no row: \(line)")
                return nil
            }
            let types: [String: AccountType] = ["chk": .checking, "card": .creditCard, "sav": .savings]
            return ClassifierRow(
                text: cells[1], account: types[String(cells[0].dropLast())] ?? .other, isIn: cells[0].hasSuffix("+"),
                merchant: cells[2], category: cells[3], kind: kind)
        }
    }
}

enum ClassifierTable {
    static let unitedStates = ClassifierRow.table(
        """
        card- | H-E-B #0465 AUSTIN TX | H-E-B | groceries | expense
        card- | TRADER JOE'S #452 QPS SEATTLE WA | Trader Joe's | groceries | expense
        card- | WHOLEFDS MKT 10236 AUSTIN TX | Whole Foods | groceries | expense
        card- | WM SUPERCENTER #1381 MADISON WI | Walmart | department_stores | expense
        card- | COSTCO WHSE #0112 TUKWILA WA | Costco | groceries | expense
        chk- | POS DEBIT KROGER #451 12/03 COLUMBUS OH | Kroger | groceries | expense
        chk- | PURCHASE AUTHORIZED ON 03/11 SAFEWAY #1122 SAN JOSE CA S385071 CARD 8841 | Safeway | groceries | expense
        card- | PUBLIX SUPER MAR 1400 TAMPA FL | Publix | groceries | expense
        card- | ALDI 74021 CHICAGO IL | Aldi | groceries | expense
        card- | WEGMANS #83 ROCHESTER NY | Wegmans | groceries | expense
        card- | SPROUTS FARMERS MKT#104 AUSTIN TX | Sprouts Farmers Market | groceries | expense
        card- | STARBUCKS STORE 08421 PORTLAND OR | Starbucks | coffee | expense
        card- | SQ *LITTLE OWL COFFEE DENVER CO | Little Owl Coffee | coffee | expense
        card- | TST* NORTHSIDE TAVERN CHICAGO IL | Northside Tavern | alcohol | expense
        card- | DUNKIN #341782 Q35 BOSTON MA | Dunkin' | coffee | expense
        card- | PEET'S 00231 BERKELEY CA | Peet's Coffee | coffee | expense
        card- | MCDONALD'S F10233 TULSA OK | McDonald's | fast_food | expense
        card- | CHIPOTLE 1822 DALLAS TX | Chipotle | fast_food | expense
        card- | CHICK-FIL-A #03112 ATLANTA GA | Chick-fil-A | fast_food | expense
        card- | TACO BELL 30412 PHOENIX AZ | Taco Bell | fast_food | expense
        card- | DOORDASH*THAI GARDEN SAN FRANCISCO CA | DoorDash | fast_food | expense
        card- | DOORDASH*PIZZA HUT TOPEKA KS | DoorDash | fast_food | expense
        card- | DD *DOORDASH TACO BELL | DoorDash | fast_food | expense
        card- | INSTACART*COSTCO WHOLESALE | Instacart | groceries | expense
        card- | UBER EATS 8005928996 CA | Uber Eats | fast_food | expense
        card- | GRUBHUB*PIZZA PALACE NEW YORK NY | Grubhub | fast_food | expense
        card- | DOMINO'S 6112 512-555-0144 TX | Domino's Pizza | fast_food | expense
        card- | TST* BLUE HERON BISTRO PORTLAND ME | Blue Heron Bistro | restaurants | expense
        card- | SQ *MAMA ROSA PIZZERIA TRENTON NJ | Mama Rosa Pizzeria | restaurants | expense
        card- | OLIVE GARDEN 0021122 ORLANDO FL | Olive Garden | restaurants | expense
        card- | IHOP #1832 LAS VEGAS NV | IHOP | restaurants | expense
        card- | TOTAL WINE AND MORE 1201 PLANO TX | Total Wine & More | alcohol | expense
        card- | SHELL OIL 57442613502 HOUSTON TX | Shell | fuel | expense
        card- | CHEVRON 0093321 SACRAMENTO CA | Chevron | fuel | expense
        card- | EXXONMOBIL 97412311 BATON ROUGE LA | Exxon | fuel | expense
        card- | COSTCO GAS #0112 TUKWILA WA | Costco Gas | fuel | expense
        card- | QT 412 OUTSIDE TULSA OK | QuikTrip | fuel | expense
        card- | UBER *TRIP HELP.UBER.COM CA | Uber | taxi | expense
        card- | LYFT *RIDE SUN 7PM LYFT.COM CA | Lyft | taxi | expense
        card- | MTA*NYCT PAYGO NEW YORK NY | MTA New York | public_transit | expense
        card- | CLIPPER SYSTEMS CONCORD CA | Clipper | public_transit | expense
        card- | PARKMOBILE 770-818-9036 GA | ParkMobile | parking | expense
        card- | E-ZPASS NY REBILL 800-333-8655 NY | E-ZPass New York | parking | expense
        card- | JIFFY LUBE 2214 BOISE ID | Jiffy Lube | car_care | expense
        card- | AUTOZONE 3301 MEMPHIS TN | AutoZone | car_care | expense
        card- | AMZN Mktp US*2K41M0RT3 Amzn.com/bill WA | Amazon | online_shopping | expense
        card- | AMAZON.COM*RT4G12 SEATTLE WA | Amazon | online_shopping | expense
        card- | AMAZON PRIME*1A2B3C AMZN.COM/BILL WA | Amazon Prime | streaming | expense
        card- | TARGET 00018721 AUSTIN TX | Target | department_stores | expense
        card- | EBAY O*11-02311-44521 SAN JOSE CA | eBay | online_shopping | expense
        card- | ETSY.COM - PAPERFOXSHOP BROOKLYN NY | Etsy | online_shopping | expense
        card- | BEST BUY 00005123 EDEN PRAIRIE MN | Best Buy | electronics | expense
        card- | APPLE STORE #R412 AUSTIN TX | Apple Store | electronics | expense
        card- | OLD NAVY US 4411 SAN BRUNO CA | Old Navy | clothing | expense
        card- | NORDSTROM RACK #0412 TACOMA WA | Nordstrom Rack | department_stores | expense
        card- | THE HOME DEPOT #6512 RENO NV | The Home Depot | home_improvement | expense
        card- | LOWES #01122* RALEIGH NC | Lowe's | home_improvement | expense
        card- | IKEA 921334 ROUND ROCK TX | IKEA | furniture | expense
        card- | WEST ELM E-COMM 888-922-4119 CA | West Elm | furniture | expense
        card- | PETSMART # 1122 TEMPE AZ | PetSmart | pets | expense
        card- | CHEWY.COM 800-672-4399 FL | Chewy | pets | expense
        card- | BARNES & NOBLE #2231 MESA AZ | Barnes & Noble | books | expense
        card- | REI #71 AUSTIN TX | REI | sporting_goods | expense
        card- | 7-ELEVEN 34412 DALLAS TX | 7-Eleven | convenience_stores | expense
        card- | CVS/PHARMACY #04412 BOSTON MA | CVS | pharmacy | expense
        card- | WALGREENS #11223 EVANSTON IL | Walgreens | pharmacy | expense
        card- | BRIGHT SMILES DENTAL AUSTIN TX | Bright Smiles Dental | dental | expense
        card- | OAK HILL ANIMAL HOSPITAL AUSTIN TX | Oak Hill Animal Hospital | veterinary | expense
        card- | PLANET FIT CLUB FEES 603-750-0001 NH | Planet Fitness | fitness | expense
        card- | NETFLIX.COM 866-579-7172 CA | Netflix | streaming | expense
        card- | HULU 877-8244858 CA | Hulu | streaming | expense
        card- | SPOTIFY USA 877-7781161 NY | Spotify | music | expense
        card- | STEAMGAMES.COM 4259522985 WA | Steam | games | expense
        card- | APPLE.COM/BILL 866-712-7753 CA | Apple Services | software | expense
        card- | GOOGLE *YouTubePremium g.co/helppay# CA | YouTube Premium | streaming | expense
        card- | ADOBE *CREATIVE CLOUD 408-536-6000 CA | Adobe | software | expense
        card- | AMC 4412 ONLINE LEAWOOD KS | AMC Theatres | events | expense
        card- | TICKETMASTER 800-653-8000 CA | Ticketmaster | events | expense
        card- | DELTA AIR 0062341234567 DELTA.COM CA | Delta Air Lines | flights | expense
        card- | SOUTHWES 5262412341234 800-435-9792 TX | Southwest Airlines | flights | expense
        card- | MARRIOTT DENVER DENVER CO | Marriott | lodging | expense
        card- | AIRBNB * HMABC12345 AIRBNB.COM CA | Airbnb | lodging | expense
        card- | HERTZ RENT-A-CAR SALT LAKE CIT UT | Hertz | rental_car | expense
        chk- | COMCAST XFINITY 800-266-2278 PA | Xfinity | internet | expense
        chk- | VERIZON WIRELESS PAYMENTS PPD ID: 6223344794 | Verizon | phone | expense
        chk- | T-MOBILE PCS SVC 1234567 WEB ID: 0000450304 | T-Mobile | phone | expense
        chk- | DUKE ENERGY WEB PAY 1122334455 WEB ID: 1560205000 | Duke Energy | electricity | expense
        chk- | PECAN CREEK WATER UTILITY 512-555-0100 PPD ID: 1746000085 | Pecan Creek Water Utility | water | expense
        chk- | STATE FARM RO 27 SFPP 14 S 0712 PPD ID: 9000313004 | State Farm | insurance | expense
        chk- | GEICO *AUTO 800-841-3000 DC | GEICO | insurance | expense
        chk- | ROCKET MORTGAGE LOAN PPD ID: 2370846261 | Rocket Mortgage | mortgage | expense
        chk- | CEDAR BEND APTS WEB PMTS RCE17N WEB ID: 9000058831 | Cedar Bend Apts | rent | expense
        chk- | TOYOTA ACH RTL TFSCPAYMT PPD ID: 1953775805 | Toyota Financial Services | car_payment | expense
        chk- | NAVIENT PAYMENT 8044 WEB ID: 1113112233 | Navient | student_loan | expense
        chk- | ATM WITHDRAWAL 004450 10/26 2130 S LAMAR AUSTIN TX | ATM Withdrawal | cash | expense
        chk- | CHECK # 1042 | Check 1042 | checks | expense
        chk- | MONTHLY SERVICE FEE | Monthly Service Fee | fees | expense
        chk- | OVERDRAFT ITEM FEE FOR ACTIVITY OF 03-04 | Overdraft Item Fee | late_fee | expense
        card- | LATE FEE FOR PAYMENT DUE 06/19 | Late Fee | late_fee | expense
        card- | INTEREST CHARGE:PURCHASES | Interest Charge Purchases | interest_charge | expense
        card- | FOREIGN TRANSACTION FEE | Foreign Transaction Fee | foreign_fee | expense
        chk- | ZELLE TO DANA WHITFIELD ON 10/02 REF # RP0ABCDEF | Zelle to Dana Whitfield | people | expense
        chk- | Zelle money sent to MARTA OLSEN on 10/02 | Zelle to Marta Olsen | people | expense
        chk+ | Zelle money received from MARTA OLSEN on 10/02 | Zelle from Marta Olsen | reimbursement | income
        chk- | Zelle Transfer Conf# xk2j3h4k5; OLSEN, MARTA | Zelle Marta Olsen | people | expense
        chk- | Zelle Transfer Conf# T0ZQ8RX21; Marta Olsen | Zelle Marta Olsen | people | expense
        chk- | DEBIT CARD PURCHASE-PIN SAFEWAY #1536 03-12-26 BOISE ID 4821 | Safeway | groceries | expense
        chk- | RECURRING WEB PMTS ELM HOLLOW PROP CUSTOMER ID 7QX2 | Elm Hollow Prop | rent | expense
        chk- | PAYMENT VENMO MARTA OLSEN CUSTOMER ID 1028874411 | Venmo Marta Olsen | people | expense
        chk+ | STATE OF OHIO STATE DISBURS CHLD SUPP PPD ID: 93100 | Child Support Payment | benefits | income
        chk- | STATE OF OHIO STATE DISBURS CHLD SUPP PPD ID: 93100 | Child Support Payment | family | expense
        chk+ | PAYROLL UNITED PARCEL SE MARTA OLSEN CUSTOMER ID 8 | UPS | salary | income
        chk- | TD ZELLE SENT, 4417602B0CX Zelle MARTA OLSEN | Zelle to Marta Olsen | people | expense
        chk+ | TD ZELLE RECEIVED, 4417602B0CX Zelle MARTA OLSEN | Zelle from Marta Olsen | reimbursement | income
        chk- | DBCRD PUR AP, *****40021187654, AUT 111826 VISA DDA PUR AP DUNKIN #331200 Q35 AKRON * OH | Dunkin' | coffee | expense
        chk- | Zelle payment to Marta Olsen for dinner; Conf# abc12x9 | Zelle to Marta Olsen | people | expense
        chk+ | Zelle payment from MARTA OLSEN 12345678901 | Zelle from Marta Olsen | reimbursement | income
        chk- | VENMO PAYMENT 1022334455 WEB ID: 3264681992 | Venmo Payment | people | expense
        chk- | VENMO *PRIYA NAIR | Priya Nair | people | expense
        chk- | PNP BILLPAYMENT CITY OF LIMA | City of Lima | utilities | expense
        card- | MAPLE STREET PEDIATRICS LLC GREENVILLE SC | Maple Street Pediatrics | doctor | expense
        card- | SUNRISE DENTAL CARE INC BOISE ID | Sunrise Dental Care | dental | expense
        card- | PHO SAIGON 88 WICHITA KS | Pho Saigon 88 | restaurants | expense
        card- | BLUE SPOON DINER 04 MACON GA | Blue Spoon Diner | restaurants | expense
        chk+ | VENMO CASHOUT PPD ID: 5264681992 | Venmo Cashout | reimbursement | income
        chk+ | BLUEBONNET ANALYTICS PAYROLL DIRECT DEP PPD ID: 9000041188 | Bluebonnet Analytics | salary | income
        chk+ | NORTHWIND LLC DIRDEP 220314 PPD ID: 1112223334 | Northwind | salary | income
        chk+ | IRS TREAS 310 TAX REF PPD ID: 9111036170 | IRS Tax Refund | tax_refund | income
        chk+ | SSA TREAS 310 XXSOC SEC PPD ID: 9031736042 | Social Security | benefits | income
        chk- | CORPORATE ACH INS PREM PROGRESSIVE ADV XXXXX1234 | Progressive Insurance | insurance | expense
        chk- | CORPORATE ACH CLUB FEES PLANET FIT ABC XXXXXXXX0001 | Planet Fitness | fitness | expense
        chk+ | CORPORATE ACH LYFT LYFT INC DRIVER PMT XXXXX12AB | Lyft Driver Pay | salary | income
        chk+ | DIRECT DEPOSIT - EDI PAYMNT UBER USA 6787 XXXXXXX0QHH | Uber Driver Pay | salary | income
        chk+ | INTEREST PAYMENT | Interest Payment | interest_income | income
        sav+ | Interest Paid | Interest Paid | interest_income | income
        chk+ | ATM CASH DEPOSIT 10/20 AUSTIN TX | ATM Cash Deposit | cash_deposit | income
        chk+ | REMOTE ONLINE DEPOSIT # 1 | Remote Online Deposit | cash_deposit | income
        chk- | CHASE CREDIT CRD AUTOPAY PPD ID: 4760039224 | Chase Credit Card | card_payment | transfer
        chk- | AMEX EPAYMENT ACH PMT M1234 WEB ID: 2005032111 | American Express | card_payment | transfer
        chk- | Payment to Travel card ending in 4417 11/07 | Card Payment | card_payment | transfer
        card+ | PAYMENT THANK YOU-MOBILE | Card Payment Thank You | card_payment | transfer
        card+ | AUTOPAY PAYMENT - THANK YOU | Card Payment Thank You | card_payment | transfer
        card+ | MOBILE PAYMENT - THANK YOU | Card Autopay | card_payment | transfer
        chk- | ONLINE TRANSFER TO SAV ...1234 TRANSACTION#: 18811223344 | Savings Transfer | savings_transfer | transfer
        sav+ | Transfer from Checking ...2210 | Transfer | transfers | transfer
        chk- | ONLINE TRANSFER TO CHK ...5512 TRANSACTION#: 123 | Transfer | transfers | transfer
        chk- | VANGUARD BUY INVESTMENT PPD ID: 1231231231 | Vanguard | investment_transfer | transfer
        card+ | TARGET 00018721 AUSTIN TX | Target | department_stores | refund
        card+ | AMZN Mktp US Amzn.com/bill WA | Amazon | online_shopping | refund
        chk+ | POS REFUND HOME DEPOT #6512 RENO NV | The Home Depot | home_improvement | refund
        card+ | CASHBACK REWARD STATEMENT CREDIT | Cashback Reward Statement Credit | cashback | income
        """)

    static let elsewhere = ClassifierRow.table(
        """
        chk- | TESCO STORES 3412 LEEDS GB | Tesco | groceries | expense
        chk- | SAINSBURYS S/MKTS LONDON GBR | Sainsbury's | groceries | expense
        chk- | CARD PAYMENT TO LIDL GB NOTTINGHAM ON 12 MAR | Lidl UK | groceries | expense
        chk- | WAITROSE 611 BATH GB | Waitrose | groceries | expense
        chk- | GREGGS PLC 0412 YORK | Greggs | fast_food | expense
        chk- | PRET A MANGER LONDON GB | Pret A Manger | coffee | expense
        chk- | COSTA COFFEE 43011 LEEDS | Costa Coffee | coffee | expense
        chk- | TFL TRAVEL CH TFL.GOV.UK/CP | Transport for London | public_transit | expense
        chk- | TRAINLINE.COM LONDON | Trainline | public_transit | expense
        chk- | DIRECT DEBIT TO BRITISH GAS REF 8812331 | British Gas | electricity | expense
        chk- | DIRECT DEBIT TO THAMES WATER | Thames Water | water | expense
        chk- | BOOTS 0412 READING GB | Boots | pharmacy | expense
        chk- | ARGOS LTD MILTON KEYNES | Argos | department_stores | expense
        chk- | SKY DIGITAL 0800 | Sky | internet | expense
        chk- | TV LICENCE MBP | TV Licence | streaming | expense
        chk- | CASHPOINT HSBC HIGH ST 12MAR | ATM Withdrawal | cash | expense
        chk- | REWE SAGT DANKE 41233 KOELN DE | REWE | groceries | expense
        chk- | EDEKA MUELLER BERLIN | EDEKA | groceries | expense
        chk- | KARTENZAHLUNG ALDI SUED MUENCHEN DE | Aldi Süd | groceries | expense
        chk- | DM DROGERIEMARKT SAGT DANKE | dm | pharmacy | expense
        chk- | ROSSMANN 3312 HAMBURG | Rossmann | pharmacy | expense
        chk- | DB VERTRIEB GMBH FRANKFURT | Deutsche Bahn | public_transit | expense
        chk- | LASTSCHRIFT VODAFONE GMBH | Vodafone Deutschland | phone | expense
        chk- | LASTSCHRIFT TELEKOM DEUTSCHLAND GMBH | Telekom Deutschland | phone | expense
        chk- | STADTWERKE MUENCHEN GMBH ABSCHLAG | Stadtwerke Muenchen Gmbh Abschlag | utilities | expense
        chk- | RUNDFUNK ARD ZDF DRADIO BEITRAGSSERVICE | Rundfunkbeitrag | taxes | expense
        chk- | GELDAUTOMAT SPARKASSE BONN | ATM Withdrawal | cash | expense
        chk+ | LOHN GEHALT 03/2026 MUSTERWERK AG | Lohn Gehalt | salary | income
        chk- | KREDITKARTENABRECHNUNG VISA | Card Payment | card_payment | transfer
        chk- | CB CARREFOUR CITY PARIS 12/03 | Carrefour | groceries | expense
        chk- | PAIEMENT CB MONOPRIX LYON | Monoprix | groceries | expense
        chk- | CB LECLERC NANTES | E.Leclerc | groceries | expense
        chk- | PRLV SEPA EDF CLIENTS PARTICULIERS | EDF | electricity | expense
        chk- | PRLV SEPA ORANGE SA | Orange | phone | expense
        chk- | CB SNCF INTERNET PARIS | SNCF | public_transit | expense
        chk- | CB FNAC DIRECT | Fnac | electronics | expense
        chk- | CB BOULANGERIE DU MARCHE 03/03 | Boulangerie du Marche | groceries | expense
        chk- | CAFÉ DE LA GARÊ-HÉLÈNE | Café de la Garê-Hélène | coffee | expense
        chk- | BÄCKEREI MÜLLER KÖLN DE | Bäckerei Müller | groceries | expense
        chk- | RETRAIT DAB 12/03 PARIS | ATM Withdrawal | cash | expense
        chk- | BEA ALBERT HEIJN 1342 UTRECHT | Albert Heijn | groceries | expense
        chk- | JUMBO UTRECHT NLD | Jumbo | groceries | expense
        chk- | BETAALPAS HEMA AMSTERDAM | HEMA | department_stores | expense
        chk- | NS GROEP IZ NS REIZIGERS UTRECHT | NS | public_transit | expense
        chk- | INCASSO ZIGGO BV | Ziggo | internet | expense
        chk- | BOL.COM UTRECHT | bol.com | online_shopping | expense
        chk- | GELDAUTOMAAT AMSTERDAM CENTRAAL | ATM Withdrawal | cash | expense
        """)

    static var all: [ClassifierRow] { unitedStates + elsewhere }
}
