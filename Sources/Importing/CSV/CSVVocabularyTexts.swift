extension CSVVocabulary {
    static let texts: [(role: CSVRole, words: String)] = [
        (
            .payee,
            """
            payee|nazwa nadawcy|nadawca|maksaja|merchant|merchant name|name|counterparty|counter party|counterparty name|counteraccount name|beneficiary|beneficiary name|vendor|store|shop
            payee name|name of sender receiver|sender receiver name|sender receiver|sender recipient|recipient name|paid to|other party|customer name|contact|partner|business name
            beguenstigter zahlungspflichtiger|begunstigter zahlungspflichtiger|begunstigter|auftraggeber empfanger|auftraggeber begunstigter
            auftraggeber beguenstigter|auftraggeber|empfanger auftraggeber|empfanger|empfangername|zahlungsempfanger|zahlungsempfanger in|zahlungspflichtiger|zahlungspflichtige r|zahlungspflichtige
            name zahlungsbeteiligter|zahlungsbeteiligter|handler|partnername|gegenpartei|gegenkonto name
            naam|naam omschrijving|naam tegenpartij|tegenpartij|tegenrekeninghouder|naam tegenrekening|begunstigde|ontvanger|winkel
            nom|destinataire|beneficiaire|tiers|contrepartie|commercant|beneficiario|ordenante|ordinante|nombre|comercio|contraparte|destinatario|esercente|fornecedor|estabelecimento
            mottagare|motpart|avsandare mottagare|mottaker|modtager|saaja|saaja maksaja|saajan nimi|nimi|butik
            odbiorca|nadawca odbiorca|nazwa odbiorcy|kontrahent|nazwa kontrahenta|dane kontrahenta|nazev protiuctu|protistrana|nazev protistrany|obchodnik|prijemce
            partner neve|partner nev|kedvezmenyezett|partner|primatelj|prejemnik|gavejas|saaja maksaja nimi|mokėtojas gavejas|sanemejs
            получатель|контрагент|название|nazev uctu protiuctu|받는분|보낸분|보낸분 받는분|נקודת מכירה|שם בית עסק|对方户名|交易对方|对手信息|商户名称|对方名称|商家|商户
            """
        ),
        (
            .memo,
            """
            description|desc|memo|narrative|narration|transaction description|trans description|original description|full description|extended description
            particulars|details|transaction details|detail|text|transaction text|booking text|notification text|purpose|statement description|statement text|transaction narrative
            payment details|payment reference|message|message for payee|reason|comment|remarks|transaction remarks|explanation|information|transaction information|item title|item description
            verwendungszweck|vwz|beschreibung|buchungstext|buchungsdetails|buchungsinformationen|umsatztext|zahlungsreferenz|zweck|zusatzinfo|avisierungstext|mitteilung|belegtext
            omschrijving|mededeling|mededelingen|vrije mededeling|gestructureerde mededeling|communicatie|transactieomschrijving|beschrijving
            libelle|libelle operation|libelle complet|description operation|remarque|motif|communication|nature de l operation|operation|detail operation
            concepto|descripcion|observaciones|detalle|movimiento|causale|descrizione|descrizione completa|descripcion detallada|descrizione operazione|descrizione estesa|dettagli|oggetto|descricao|historico|descritivo|descricao da operacao
            beskrivning|beskrivelse|rubrik|transaktion|meddelande|melding|tekst|forklaring|bokforingstext|spesifikasjon|posteringstekst|selite|viesti|viite viesti|selitys|tapahtuma
            opis|opis operacji|opis transakcji|tytul|tytulem|tytul operacji|szczegoly|szczegoly transakcji|popis|popis transakce|zprava|zprava pro prijemce|poznamka|ucel platby|poznamka pro mne
            kozlemeny|megjegyzes|leiras|konyvelesi informaciok|reszletek|opis placila|namen|opis transakcije|svrha|selgitus|paaiskinimai|paskirtis|mokejimo paskirtis|informacija sanemejam
            описание|описание операции|основание|назначение|назначение платежа|комментарий|детали|dien giai|aciklama|islem aciklamasi|detalii|detalii tranzactie|деталі операції|деталi операцii|опис операції|призначення платежу|texti|skyring|תיאור|פרטים|תיאור הפעולה|περιγραφη|αιτιολογια|入出金先内容|備註|摘要内容|摘要|お取引内容|取引内容|ご利用店名|적요|내용|거래내용|기재내용|交易摘要|商品说明|商品|交易描述|交易说明|商品名称
            """
        ),
        (
            .weakMemo,
            """
            note|notes|title|subject|activity|transaction|item|desc 2|reference text|my notes|client note|additional info|additional information|message for me|labels|tags
            buchungstext|notiz|notizen|opmerking|opmerkingen|notitie|nota|notas|note personali|merknad|huomautus|anteckning|egna anteckningar|note eigene|备注|附言|客户摘要
            security description|security|asset name|asset|product|produkt|booking type
            """
        ),
        (
            .payer,
            """
            from|sender|nazwa nadawcy|nadawca|maksaja|sent from|remark from|payer|payer name|debtor|debtor name|ordering party|von|van|de|da|fra|absender|auftraggeber|auftraggeber zahlungsempfanger|zahlungspflichtiger|zahlungspflichtige r|zahlungspflichtige|zahlungspflichtige r|ordenante|ordinante|donneur d ordre
            """
        ),
        (
            .recipient,
            """
            to|receiver|nazwa odbiorcy|odbiorca|saajan nimi|saaja|recipient|sent to|payee name|beneficiary|beneficiary name|creditor|creditor name|an|naar|til|a|empfanger|empfanger zahlungspflichtiger|zahlungsempfanger|zahlungsempfanger in|zahlungsempfanger in|begunstigter|beguenstigter|beneficiaire|beneficiario|mottagare|mottaker|modtager
            """
        ),
        (
            .category,
            """
            category|categories|transaction category|bank category|merchant category|spending category|class|category name|subcategory|sub category|subclass
            kategorie|kategoria|hauptkategorie|unterkategorie|categorie|sous categorie|categoria|subcategoria|kategori|kategorija|budgetgrupp|budget|rubriek|luokka|kategorie transakce|категория|mcc категория|交易分类|分类
            """
        ),
    ]

    static let others: [(role: CSVRole, words: String)] = [
        (
            .account,
            """
            account|account name|account number|account no|account id|accountname|own account|bank account|bank account number|account number name|card|card no|card number|card name|card last 4|account last 4|from account
            konto|kontoname|kontonummer|kontonr|auftragskonto|auftraggeberkonto|iban|iban auftraggeberkonto|rekening|rekeningnummer|eigen rekening|iban bban|rekeningnaam|compte|numero de compte|cuenta|numero de cuenta|conto|numero conto|conta|tili|kortnummer
            card used for transaction|first bank card|karta|numer karty|rachunek|numer rachunku|moje konto|ucet|cislo uctu|nazev uctu|szamlaszam|szamla neve|kartyaszam|numer konta|saskaitos nr|sask nr
            номер счета|номер карты|номер карты счета договора|счет|тип счета|卡号|卡号后四位|账号|账户
            """
        ),
        (
            .holder,
            """
            purchased by|member name|card member name|authorized user|cardholder|card member|cardmember|cardholder name|card holder|card holder name
            """
        ),
        (
            .identifier,
            """
            archiving code|archive code|archiving number|transaction id|transactionid|fitid|fit id|trans id|txn id|unique id|transaction identifier|transaction uuid|uuid|transaction reference number|transaction number|trans number|confirmation number|id|bank transaction id
            transaktions id|transaktionsid|transaktionsnummer|transaktions nr|umsatz id|transactie id|volgnr|identifiant|numero operacion|id transakce|id transakcji|id operacji|identyfikator transakcji|tranzakcioazonosito|tranzakcio azonosito|arkistointitunnus|iraso nr|номер операции|номер транзакции|交易订单号|交易流水号|流水号
            """
        ),
        (
            .reference,
            """
            reference|reference number|reference no|reference id|ref|ref no|ref number|bank reference|reference id|zkb reference|referenz|referenznummer|kundenreferenz|kundenreferenz end to end|referentie|kenmerk|betalingskenmerk|betalingskenmerk referentie|reference client|referencia|riferimento|referencia cliente|referens|referanse|viite|viitenumero|numer referencyjny|реферanс проводки|референс проводки|商家订单号|商户单号
            """
        ),
        (
            .checkNumber,
            "check number|check no|check|cheque|cheque number|cheque no|check or slip|check slip|check num|checknumber|chequenumber"
        ),
        (
            .other,
            """
            subtotal|sub total|spot price|spot price at transaction|price at transaction|original amount|orig amount|original currency|original value|foreign amount|foreign currency|foreign spend amount|foreign currency amount|amount foreign currency|amount in foreign currency|local amount|local currency amount|transaction currency amount|amount in local currency|instructed amount|converted amount|converted currency|converted amount refunded|amount refunded|refunded amount|refund amount|compensation amount|amount details|available|tax|vat|vat amount|gst|tip|cashback|rewards|points|cash back amount|amount tax|amount tip
            quantity|qty|shares|units|number of shares|unit price|price|share price|asset price|closing price|closing value|market value|cost basis|cost share|gain loss|day change|price change|exchange rate|rate|conversion rate|currency rate|fx|fx rate|nav|interest|accrued interest|principal|commission|commissions|fees comm|reg fee|deferred sales charge|fund redemption fee|short term rdm fee|shipping and handling amount|insurance amount|sales tax|initial balance|opening balance|beginning balance|final balance|balance before|previous balance|statement period venmo fees|year to date venmo fees|balance currency|asset currency|income entries|expenses entries|limit|credit limit|credit card|debit card|payment method|funding source|destination|payment instrument type
            fremdwahrungsbetrag|betrag in fremdwahrung|originalbetrag|ursprungsbetrag|lastschrift ursprungsbetrag|auslagenersatz rucklastschrift|auslagenersatz ruecklastschrift|originalwahrung|wechselkurs|kurs|umrechnungskurs|stuck|anzahl|menge|stuckzahl|orig betrag|betrag wahrung|koers|wisselkoers|aantal|montant d origine|devise d origine|taux de change|taux|importe original|importo originale|cambio|valuutakurs|valutakurs|kurss|originalbelopp|ursprungligt belopp
            puvodni castka|puvodni castka a mena|kwota oryginalna|kwota w walucie|kurs waluty|kwota vat|eredeti osszeg|devizanem eredeti|arfolyam|курс|сумма операции в валюте|交易金额 外币|汇率
            settlement amount currency|serial|serial number|slip|belegnummer|beleg nr
            sender bank code|bank code|sort code|category code|merchant code|posting key|customer id|item id|account id|glaeubiger id|counterparty account|counterparty iban|partner iban|partner iban szama|partner szamlaszama|partner bankkodja|partner account number|tegenrekening|tegenrekeningnummer|rekeningnummer tegenpartij|iban tegenpartij|bic|bic swift|bic swift code|swift|bic tegenpartij|blz|bankleitzahl|kontonummer iban|kontonummer empfanger|konto odbiorcy|cislo protiuctu|iban zahlungsbeteiligter|bic zahlungsbeteiligter|gegenkonto|tilinumero|saajan tilinumero|numero de compte du tiers|bankleitzahl auftraggeberkonto|to email address|from email address|email|country|city|state province|postal code|zip|zip code|address|address status|shipping address|phone|mcc|merchant category code|kartenart|glaubiger id|glaeubiger id|mandatsreferenz|sammlerreferenz|creditor id|mandate|mandate reference|incassant id|machtigingsnummer|bank|bank name|branch|branch code|bank code|institution
            account holder|account holder name|user|username|user name|kund|kunde|owner|felhasznalonev|tijd|time|time zone|timezone|uhrzeit|heure|hora|交易时间 时间|running number|volgnummer|item|line|row|no|nr|bank account details|variable symbol|constant symbol|specific symbol|vs|ks|ss|reason for non execution|cancellation|symbol|isin|ticker|sedol|cusip|对方账号|交易地点|交易场所|交易国家或地区简称|交易时间点|支付方式|收 付款方式|序号|钞 汇
            open date|due date|date due|expiration date|expiry date|shipment date|statement period|initial date|final date|birth date|maturity date|ex date|datum aanmaak|erstellt am
            """
        ),
    ]
}
