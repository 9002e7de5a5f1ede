import Ledger
import Store

/// What investment accounts hold and what has come of it.
public struct HoldingsReport: Sendable {
    public struct Line: Sendable {
        public let account: Account
        public let holding: Holding
    }

    /// The sum over holdings of one currency.
    public struct Total: Sendable, Equatable {
        public let value: Money
        /// Of those whose cost is known; nil where it is of none.
        public let cost: Money?
        public let gain: Money?
        /// How many of them have no known cost.
        public let uncosted: Int
    }

    /// By account, the most valuable first.
    public let lines: [Line]
    public let totals: [Total]
    /// The oldest day of a price.
    public let day: CivilDate?
}

extension Retriever {
    public func holdings() throws(StoreError) -> HoldingsReport {
        var lines: [HoldingsReport.Line] = []
        for account in try index.accounts {
            lines += try index.holdings(ofAccount: account.id).map {
                HoldingsReport.Line(account: account, holding: $0)
            }
        }
        var currencies: [Currency] = []
        for line in lines where !currencies.contains(line.holding.value.currency) {
            currencies.append(line.holding.value.currency)
        }
        let totals = currencies.map { currency in total(lines.map(\.holding).filter { $0.value.currency == currency }) }
        return HoldingsReport(lines: lines, totals: totals, day: lines.map(\.holding.day).min())
    }

    private func total(_ holdings: [Holding]) -> HoldingsReport.Total {
        let currency = holdings[0].value.currency
        func sum(_ values: [Int64]) -> Money { Money(values.reduce(0, +), currency) }
        let costs = holdings.compactMap { $0.cost?.minorUnits }
        return HoldingsReport.Total(
            value: sum(holdings.map(\.value.minorUnits)), cost: costs.isEmpty ? nil : sum(costs),
            gain: costs.isEmpty ? nil : sum(holdings.compactMap { $0.gain?.minorUnits }),
            uncosted: holdings.count - costs.count)
    }
}
