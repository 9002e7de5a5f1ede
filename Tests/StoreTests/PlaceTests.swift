import Ledger
import TestSupport
import Testing

@testable import Store

/// What several at once do about positions and geofences of one file.
@Suite struct PlaceTests {
    private let folder: TestFolder
    private let one: HouseholdIndex
    private let other: HouseholdIndex

    init() throws {
        folder = try TestFolder()
        one = try HouseholdIndex(path: folder.file("me.db"))
        other = try HouseholdIndex(path: folder.file("me.db"))
    }

    private func keep(at time: Int64) throws {
        let point = try #require(GeoPoint(latitude: 30.4021987, longitude: -97.7254123))
        try one.keep(LocationFix(point, accuracy: 10, time: time))
    }

    /// Of several that want to speak of staying one does, and another one when its time has come.
    @Test func onlyOneMaySayIt() throws {
        let center = try #require(GeoPoint(latitude: 1, longitude: 1))
        let id = try one.keepGeofence("Bar", at: center, radius: 100, category: nil, policy: .warn)
        #expect(try one.claimNudge(ofGeofence: id, at: 1_000, unlessSince: 0))
        #expect(try !other.claimNudge(ofGeofence: id, at: 1_001, unlessSince: 999))
        #expect(try one.geofences().first?.nudgedAt == 1_000)
        #expect(try other.claimNudge(ofGeofence: id, at: 2_000, unlessSince: 1_000))
        #expect(try one.geofences().first?.nudgedAt == 2_000)
        #expect(try one.removeGeofence(id))
        #expect(try !other.claimNudge(ofGeofence: id, at: 9_000, unlessSince: 8_000))
    }

    /// Each change of a geofence is an action that an undo takes back, the last one first.
    @Test func changesOfGeofencesAreTakenBack() throws {
        func center(_ latitude: Double) throws -> GeoPoint {
            try #require(GeoPoint(latitude: latitude, longitude: -97.7254))
        }
        func geofences() throws -> [String] {
            try one.geofences().map {
                "\($0.id) \($0.name) \($0.center.latitude) \($0.radius) \($0.category ?? "-") \($0.policy)"
            }
        }
        let id = try one.keepGeofence("Mall of 3 Oaks", at: center(30.4), radius: 100, category: "fun", policy: .block)
        let first = try geofences()
        _ = try one.keepGeofence("mall of 3 oaks", at: center(31), radius: 200, category: nil, policy: .warn)
        let second = try geofences()
        // One that is added once more stays when that is taken back.
        _ = try one.keepGeofence("mall of 3 oaks", at: center(31), radius: 200, category: nil, policy: .warn)
        #expect(try one.undoLastCorrection()?.summary == "the geofence mall of 3 oaks is back the way it was")
        #expect(try geofences() == second)
        #expect(try one.removeGeofence(id) && !one.removeGeofence(id))
        #expect(try one.lastChange()?.what == "the geofence mall of 3 oaks")
        #expect(try one.undoLastCorrection()?.summary == "the geofence mall of 3 oaks is back the way it was")
        #expect(try geofences() == second && second != first)
        #expect(try one.undoLastCorrection()?.summary == "the geofence Mall of 3 Oaks is back the way it was")
        #expect(try geofences() == first)
        #expect(try one.undoLastCorrection()?.summary == "the geofence Mall of 3 Oaks is gone")
        #expect(try geofences() == [] && one.undoLastCorrection() == nil)
    }

    /// What somebody else overwrote while the log was emptied stays to be done.
    @Test func whoEmptiesTheLogTakesAwayTheMarksThatWereThereBefore() throws {
        let reader = try HouseholdIndex(path: folder.file("me.db"))
        var earlier: [Int64] = []
        for time: Int64 in [10, 20] {
            try keep(at: time)
            try reader.database.read {
                let seen = try reader.positions().count
                let gone = try one.forgetPositions(before: .max, nudgesBefore: .max)
                #expect(seen == 1 && gone == 1)
            }
            if time == 10 { earlier = try other.logMarks() }
        }
        #expect(earlier.count == 1)
        #expect(try Set(other.logMarks()).count == 2)
        try other.checkpointLog(of: earlier)
        #expect(try other.logMarks().count == 1)
        #expect(try other.isLogToBeEmptied)
        #expect(try one.forgetPositions(before: .max, nudgesBefore: .max) == 0)
        #expect(try !other.isLogToBeEmptied)
    }

    // MARK: Conversations

    private func kept(_ reply: String) throws -> String {
        let turn = TurnRecord(
            day: CivilDate(dayNumber: 20_000), question: "can I?", reply: reply, model: nil, evidence: "null")
        let id = try one.keep(turn, inConversation: nil, now: 1)
        return try one.turns(ofConversation: id)[0].reply
    }

    /// In which geofence one was, a kept conversation doesn't tell; what isn't about that stays.
    @Test(arguments: [
        ("You're at St. Mary's: payments are declined here.", ToldPlaces.nothingLeft),
        (
            "Not here. You were at Mall 3 minutes ago, where you don't want to pay for this. Anywhere else it would be fine.",
            ToldPlaces.nothingLeft
        ),
        (
            "Yes, you can. It fits your limit. You're at H-E-B on Burnet: usually $53.08, $4.20 left of your groceries limit this month.",
            "Yes, you can. It fits your limit."
        ),
        ("You may be at Mall: think twice about paying here. Your data ends in May.", "Your data ends in May."),
        ("You've been at Mall for 16 minutes. You're $5.00 over your limit.", "You're $5.00 over your limit."),
        ("Payments within 250 m of Mall are declined already.", ToldPlaces.nothingLeft),
        (
            "The geofence Gone, where payments are declined, is gone. `coach undo` takes it back.",
            "`coach undo` takes it back."
        ),
        (
            "You spent $53.08 at H-E-B on Burnet.\nYou're at 80% of your limit.",
            "You spent $53.08 at H-E-B on Burnet.\nYou're at 80% of your limit."
        ),
        (
            "You have 1 geofence: Mall, where payments are declined.",
            "You have 1 geofence: Mall, where payments are declined."
        ),
        ("Anywhere else it would be fine.", ToldPlaces.nothingLeft),
        ("You're not in any of your geofences.", "You're not in any of your geofences."),
    ]) func aKeptConversationDoesNotTellWhereOneWas(_ reply: String, _ rest: String) throws {
        let center = try #require(GeoPoint(latitude: 30.4, longitude: -97.7))
        for name in ["Mall", "St. Mary's", "H-E-B on Burnet", "Gone"] {
            _ = try one.keepGeofence(name, at: center, radius: 250, category: nil, policy: .block)
        }
        let gone = try #require(try one.geofence(named: "Gone"))
        _ = try one.removeGeofence(gone.id)
        #expect(try kept(reply) == rest)
        // One that was kept before is cleaned with the positions, in the file as well.
        let id = try one.keep(
            TurnRecord(day: CivilDate(dayNumber: 20_000), question: "can I?", reply: "", model: nil, evidence: "null"),
            inConversation: nil, now: 1)
        try one.database.run("UPDATE conversation_turn SET reply = ? WHERE conversation_id = ?", .text(reply), .int(id))
        try keep(at: 10)
        try one.forgetPositions(before: 20, nudgesBefore: 20)
        #expect(try one.turns(ofConversation: id)[0].reply == rest)
    }
}
