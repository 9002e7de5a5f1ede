/// What a column holds, as its header says it.
enum CSVRole: String, Hashable, Sendable {
    /// The day it was made; the day as such; the day it was booked; the day it counts for interest.
    case transactionDate, date, postedDate, valueDate
    /// The amount in the account's currency after everything; the amount.
    case accountAmount, amount
    case moneyOut, moneyIn
    case balance, fee, currency
    /// Which way the money went, or the bank's word for the kind of transaction.
    case direction, kind
    case payee, memo
    /// Text that is shown where no better text is there.
    case weakMemo
    case payer, recipient
    case category, status, account
    /// Who paid, of several with a card of the account.
    case holder
    case identifier, reference
    /// The number of a check, in the rows that are one.
    case checkNumber
    /// A number or date that is not the transaction's own: prices, rates, original amounts, card numbers of others.
    case other
}

/// Header words of English and the main European languages (and Chinese), folded as by `HeaderText`. A phrase may stand
/// under several roles; the content of the column decides.
enum CSVVocabulary {
    static let phrases: [(role: CSVRole, words: String)] = dates + amounts + flags + texts + others

    /// Words of columns of what was planned, which hold no transactions.
    static let plans = Set(
        "budget|budgeted|planned|plan|target|forecast|goal|soll|prevu|presupuesto".split(separator: "|").map(
            String.init))

    private static let dates: [(role: CSVRole, words: String)] = [
        (
            .transactionDate,
            """
            transaction date|trans date|tran date|txn date|trade date|date of transaction|purchase date|started date|date started
            operation date|authorized date|authorised date|execution date|transaction datetime|transaction time|run date
            authorization date|initiated|initiated date|created|created at|created on|date created|order date|datetime
            date time|activity date|belegdatum|umsatzdatum|umsatztag|kaufdatum|transaktionsdatum|einkaufsdatum|buchungszeit
            date operation|date d operation|date de l operation|date de transaction|date transaction|date achat
            fecha operacion|fecha de operacion|fecha de la operacion|fecha transaccion|fecha de transaccion|f operacion|fecha de compra
            data operazione|data transazione|data movimento|data do movimento|data da transacao|data compra|data da operacao
            transactiedatum|datum transactie|inkopsdatum|transaktionsdag|kopdatum|transaksjonsdato|kjopsdato|transaktionsdato|kobsdato
            tapahtumapaiva|maksupaiva|ostopaiva|data operacji|data transakcji|datum transakce|datum provedeni|datum operace
            tranzakcio datuma|tranzakcio ideje|tranzakcio datuma es ideje|datum transakcije|datum transakcie|data tranzactiei
            дата операции|дата транзакции|дата совершения операции|дата покупки|交易日期|交易时间|交易日|消费日期|取引日|お取引日|ご利用日|利用日|거래일|거래일시|거래일자|이용일
            islem tarihi|ngay giao dich|дата i час операции|дата і час операції|дата операціі|дата операції|ημερομηνια συναλλαγης
            """
        ),
        (
            .date,
            """
            date|dates|day|datum|dato|fecha|data|pvm|paiva|paivays|paivamaara|dt|fecha mov|aika|дата|日期|时间|timestamp|datums|kuupaev|tarih|日付|年月日|ημερομηνια|ημ νια|날짜|일자|dags|תאריך|帳務日期
            """
        ),
        (
            .postedDate,
            """
            posting date|posted date|post date|posted|date posted|booking date|booking day|booking|booked on|booked|date booked|date processed|processed date
            process date|processing date|completed date|date completed|completed|clearing date|cleared date|cleared|settlement date
            effective date|entry date|statement date|as of date|auxdate|aux date|buchungstag|buchungsdatum|buchung|buchungs datum
            erfassungsdatum|gebucht am|verbucht|abrechnungsdatum
            boekdatum|boekingsdatum|datum boeking|bokforingsdag|bokforingsdatum|bokforingsdato|bokforing|bogforingsdato|bokfort
            reskontradatum|kirjauspaiva|kirjauspaivamaara|date de comptabilisation|date comptable|date comptabilisation
            date d inscription|fecha contable|fecha contabilizacion|fecha de contabilizacion|fecha apunte|data contabile
            data contabilizzazione|data registrazione|data lancamento|data do lancamento|data ksiegowania|data rozliczenia
            datum zauctovani|zauctovano|konyveles datuma|konyvelesi datum|konyveles napja|datum knjizenja|data movimento contabilistico
            дата обработки|дата проводки|дата списания|дата платежа|入账日期|银行记账日|记账日期|记账日
            """
        ),
        (
            .valueDate,
            """
            value date|value dt|value|val date|release date|valuta|valuta datum|valutadatum|valutadato|wertstellung|wert|wertstellungstag|valutierung
            date valeur|date de valeur|valeur|fecha valor|f valor|data valuta|data valor|data waluty|data valute|rentedatum|rentedag
            rantedatum|renteperiode|valutadag|valutapaiva|arvopaiva|datum valuty|datum valute|ertek nap|erteknap|ertekanap|起息日
            """
        ),
    ]

    private static let amounts: [(role: CSVRole, words: String)] = [
        (
            .accountAmount,
            """
            billing amount|posted amount|account amount|amount in account currency|account currency amount|total inclusive of fees|total inclusive of fees and or spread|total incl fees|total including fees|total after fees|
            amount account currency
            settled amount|settlement amount|net|net amount|amount net|net total|total net|cash flow|amount total|total amount
            betrag in kontowahrung|kwota w walucie rachunku|kwota rozliczeniowa|zauctovana castka|castka v mene uctu
            сумма пересчитанная в валюту счета|сумма в валюте счета|сумма платежа|入账金额|记账金额|montant en devise du compte
            """
        ),
        (
            .amount,
            """
            amount|amt|amounts|transaction amount|trans amount|amount charges positive|amount charges are positive|transaction value
            credit debit amount|debit credit amount|credit debit|debit credit|amount credit debit|amount debit credit|paid in out|money in out
            gross|gross amount|value|sum|total|cost|price|charges positive|turnover|transfer amount|spend amount|mutation|change
            betrag|umsatz|umsatzbetrag|buchungsbetrag|summe|wert|belopp|belob|bedrag|bedrag eur|mutatie|mutatiebedrag|montant|montant eur|importe|importo
            importe eur|monto|valor|quantia|montante|kwota|kwota operacji|kwota transakcji|castka|objem|suma|osszeg|tranzakcio osszege
            summa|сума|upphaed|סכום|maara|iznos|znesek|beloeb|belop|belob dkk|tutar|islem tutari|so tien|ποσο|сумма|сумма операции|сумма транзакции|金额|交易金额|发生额|金額|取引金額|ご利用金額|利用金額|금액|거래금액|이용금액
            """
        ),
        (
            .moneyOut,
            """
            funds out|charge amount|amount charged|purchase amount|purchases|payment amount|debit|debits|debit amount|amount debit|debit amt|withdrawal|withdrawals|withdrawal amount|withdrawal amt|money out|paid out
            payments out|out|outflow|outgoing|spent|expense|expenses|charge|charges|payment|payments|amount out|debited|debited amount|dr|dr amount|withdrawn
            soll|belastung|belastungen|lastschrift|ausgaben|ausgabe|ausgang|abgang|lastschriften|debet|uitgaven|uitgave|af|uit|ut|uttag|utgaende|ut fra konto|ut av konto
            depense|depenses|debit euros|sortie|sorties|cargo|cargos|cargo eur|salida|salidas|gasto|gastos|retiros|debe|addebito|addebiti|uscita|uscite|dare
            debito|debitos|saida|saidas|obciazenie|obciazenia|wydatki|wydatek|kwota obciazenia|vydaj|vydaje|na vrub|terheles|kiadas|tartozik|isplata|odliv|breme|panot|otto
            ud|haevet|udgift|расход|списание|списания|дебет|支出|借方|支出金额|交易金额 支出|记账金额 支出|转出|borc|χρεωση|お支払金額|お支払い金額|支払い金額|支払金額|お引き出し|חובה|בחובה|提出|お引出し|お引出金額|引出金額|出金|出金額|출금|출금액|출금금액|찾으신금액
            """
        ),
        (
            .moneyIn,
            """
            funds in|credit|credits|credit amount|amount credit|credit amt|deposit|deposits|deposit amount|deposit amt|money in|paid in|payments in
            in|inflow|incoming|income|receipts|receipt|amount in|credited|credited amount|cr|cr amount|deposited|received
            haben|gutschrift|gutschriften|einnahmen|einnahme|eingang|zugang|bij|ontvangsten|inkomsten|insattning|insattningar|inn|inn pa konto
            recette|recettes|credit euros|entree|entrees|abono|abonos|entrada|entradas|ingreso|ingresos|depositos|haber|accredito|accrediti|entrata|entrate|avere
            credito|creditos|uznanie|uznania|wplywy|wplyw|kwota uznania|prijem|prijmy|ve prospech|jovairas|bevetel|kovetel|uplata|priliv|dobro|tulot|pano
            ind|indsat|indtaegt|приход|поступление|поступления|зачисление|кредит|收入|存入|贷方|收入金额|交易金额 收入|记账金额 收入|转入|alacak|πιστωση|お預り金額|お預かり金額|預かり金額|預り金額|זכות|בזכות|お預入れ|預入金額|入金|入金額|입금|입금액|입금금액|맡기신금액
            """
        ),
        (
            .balance,
            """
            balance|running balance|running bal|bal|saldo|kontostand|solde|kontosaldo|account balance|closing balance|available balance
            balance after|balance after transaction|net cash balance|cash balance|current balance|ending balance|ledger balance|book balance
            saldo nach buchung|saldo na mutatie|saldo po operacji|saldo dopo|saldo disponible|saldo contabile|new balance
            egyenleg|szamlaegyenleg|zustatek|zostatek|stanje|jaak|likutis|atlikums|remaining|bakiye|sold|so du|υπολοιπο|остаток|баланс|залишок|залишок після операції|stada|יתרה|餘額|余额|联机余额|结余|残高|差引残高|お取引後残高|예금잔액|잔액|거래후잔액
            """
        ),
        (
            .fee,
            "fee|fees|amount fee|transaction fee|charges fee|gebuhr|gebuhren|entgelt|frais|commission|comision|comissao|commissione|"
                + "poplatek|poplatky|oplata|prowizja|kosten|avgift|gebyr|комиссия|手续费"
        ),
    ]

    private static let flags: [(role: CSVRole, words: String)] = [
        (
            .currency,
            """
            currency|spot price currency|price currency|curr|ccy|currency code|account currency|billing currency|transaction currency|amount currency|cur|iso currency code
            wahrung|waehrung|whg|devise|divisa|moneda|moeda|waluta|valuta|mena|mena uctu|devizanem|penznem|munt|muntsoort|muntcode|valutacode|valiuta|commodity
            tranzakcio devizaneme|valiuta|валюта|валюта счета|валюта операции|币种|货币|交易货币|交易币种|入账货币|入账币种|记账币种
            """
        ),
        (
            .direction,
            """
            debit credit|credit debit|debit or credit|credit or debit|dr cr|cr dr|d c|c d|dc|cd|creditdebet|credit debet|debet credit
            credit debit indicator|debit credit indicator|transaction type|trans type|af bij|bij af|soll haben|haben soll|s h|sh|sign|direction|flow|d k|dk|type
            indicator|flag|in out|in or out|money in out|bevetel kiadas|wplyw wydatek|prijem vydaj|plus minus|umsatz s h|收 支|收支|借贷|借贷标志|收支类型|дебет кредит|προσημο|προσημο ποσου
            """
        ),
        (
            .kind,
            """
            type|transaction type|trans type|tran type|transaction code|code|kind|transaction kind|method|action|details|transaction class|activity type
            umsatzart|umsatztyp|buchungsart|buchungstext|vorgang|vorgangsart|art|typ|transaktionsart|transaktionstyp|mutatiesoort|soort|type betaling|betaalwijze
            type operation|type d operation|nature|tipo|tipo operacion|tipo de operacion|tipo movimento|tipo de movimiento|typ transakce|typ transakcji|typ operacji|rodzaj|rodzaj transakcji
            tranzakcio tipusa|tyyppi|laji|tapahtumalaji|transaktionstype|тип|тип операции|вид операции|交易类型|交易方式
            """
        ),
        (
            .status,
            """
            status|state|transaction status|payment status|info|stav|stato|estado|etat|statut|allapot|tila|tilstand|pending|статус|состояние|交易状态|当前状态|状态
            """
        ),
    ]
}
