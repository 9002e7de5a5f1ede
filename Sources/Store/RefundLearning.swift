import Ledger

/// What a provider tells of a refund.
public struct ToldRefund: Sendable {
    /// The provider's id.
    public let id: String
    /// As it was asked for; nil where somebody else did.
    public let key: String?
    /// Minor units.
    public let amount: Int64
    public let state: ChargeRefund.State

    public init(id: String, key: String?, amount: Int64, state: ChargeRefund.State) {
        (self.id, self.key, self.amount, self.state) = (id, key, amount, state)
    }

    /// Whether a record is of it.
    public func isKept(in record: ChargeRefund) -> Bool {
        record.externalID == id || record.key == id || record.key == key
    }
}

extension HouseholdIndex {
    /// Takes over what a provider tells of a refund: in exactly one record, whoever else learns it meanwhile.
    ///
    /// It is the one with its key, else the one that has its id, else, where it has no key, an open one of its amount, else a
    /// new one. What other records had of it goes into that one.
    ///
    /// - Returns: nil where it is another charge's.
    public func learn(_ told: ToldRefund, ofCharge id: Int64, day: CivilDate, now: Int64) throws -> ChargeRefund? {
        try writeThrough {
            guard try !isAnotherCharges(told, than: id) else { return nil }
            let records = try refunds(ofCharge: id)
            let open = records.first { told.key == nil && $0.state == .sent && $0.amount == told.amount }
            let known =
                records.first { $0.key == told.key } ?? records.first { $0.externalID == told.id }
                ?? records.first { $0.key == told.id } ?? open
            if known == nil {
                try addRefund(key: told.id, ofCharge: id, amount: told.amount, day: day, now: now)
            }
            guard let kept = try known ?? refunds(ofCharge: id).first(where: { $0.key == told.id }) else { return nil }
            try setApart(kept, from: told)
            for other in records where other.id != kept.id && told.isKept(in: other) {
                try merge(other, of: told, into: kept)
            }
            try database.run(
                "UPDATE charge_refund SET state = ?, external_id = ? WHERE id = ?", .text(told.state.rawValue),
                .text(told.id), .int(kept.id))
            return try refunds(ofCharge: id).first { $0.id == kept.id }
        }
    }

    private func isAnotherCharges(_ told: ToldRefund, than id: Int64) throws(StoreError) -> Bool {
        try database.first(
            "SELECT 1 FROM charge_refund WHERE charge_id <> ?1 AND (external_id = ?2 OR key IN (?2, ?3)) LIMIT 1",
            [.int(id), .text(told.id), .optional(told.key)]
        ) { _ in true } ?? false
    }

    /// Gives another refund that a record was taken for, by its amount, a record of its own.
    private func setApart(_ record: ChargeRefund, from told: ToldRefund) throws(StoreError) {
        guard let other = record.externalID, other != told.id else { return }
        try database.run("UPDATE charge_refund SET external_id = NULL, txn_id = NULL WHERE id = ?", .int(record.id))
        try database.run(
            """
            INSERT INTO charge_refund (key, charge_id, amount, made_at, day, state, external_id, txn_id)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?1, ?7) ON CONFLICT DO NOTHING
            """, .text(other), .int(record.charge), .int(record.amount), .int(record.madeAt),
            .int(Int64(record.day.dayNumber)), .text(record.state.rawValue), .optional(record.row))
    }

    /// Moves what a record has of a refund to another one. A record that was made for the refund alone is superfluous then;
    /// what was ordered here waits for its own refund.
    private func merge(_ record: ChargeRefund, of told: ToldRefund, into kept: ChargeRefund) throws(StoreError) {
        try database.run(
            "UPDATE charge_refund SET external_id = NULL, txn_id = NULL, state = 'sent' WHERE id = ?", .int(record.id))
        try database.run(
            "UPDATE charge_refund SET txn_id = coalesce(txn_id, ?) WHERE id = ?", .optional(record.row), .int(kept.id))
        if record.key == told.id { try database.run("DELETE FROM charge_refund WHERE id = ?", .int(record.id)) }
    }

    /// Gives up a refund that nothing was heard of.
    public func giveUp(refund id: Int64) throws {
        try writeThrough {
            try database.run("UPDATE charge_refund SET state = 'failed' WHERE id = ? AND state = 'sent'", .int(id))
        }
    }
}
