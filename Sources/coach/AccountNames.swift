import Coaching
import Ledger
import Store

extension HouseholdIndex {
    /// The account that a person names, whether with its number or as it is kept, with the number masked.
    func account(called name: String) throws -> Account? {
        try account(named: name) ?? account(named: AccountNumbers.masked(name))
    }

    /// The name under which a new account is kept: numbers in it are masked, unless one is already kept as it is written.
    func keptName(_ name: String) throws -> String {
        try account(named: name)?.name ?? AccountNumbers.masked(name)
    }
}
