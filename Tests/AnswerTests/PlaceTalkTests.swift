import Advice
import Ledger
import Store
import Testing

@testable import Coaching

/// Where one is, in a conversation: what it means for a purchase, how a line says it, and what one wants there.
@Suite struct PlaceTalkTests {
    private static let day = CivilDate(iso: "2026-10-20")!
    private static let now: Int64 = 1_792_400_000
    private static let mall = GeoPoint(latitude: 30.4021, longitude: -97.7254)!

    private func index(_ policy: Geofence.Policy? = .block) throws -> HouseholdIndex {
        let ledger = try WrittenLedger(asOf: "2026-10-20")
        let months = ["2026-07", "2026-08", "2026-09", "2026-10"]
        try ledger.bring(
            "Checking", .checking,
            months.flatMap {
                [
                    "\($0)-01,ACME PAYROLL,4000.00", "\($0)-02,KROGER,-80.00", "\($0)-04,CHIPOTLE,-12.00",
                    "\($0)-05,STEAM GAMES,-20.00",
                ]
            })
        if let policy {
            _ = try ledger.index.keepGeofence("Mall", at: Self.mall, radius: 250, category: nil, policy: policy)
        }
        return ledger.index
    }

    private func coach(_ index: HouseholdIndex, hours: Int = 24, minutes: Int64 = 0) throws -> Coach {
        var coach = try Coach(index, asOf: Self.day)
        coach.purchaseSettings.whereabouts = Whereabouts(hours: hours) { Self.now + minutes * 60 }
        return coach
    }

    /// The answer to the first line of a conversation.
    private func answer(_ line: String, _ index: HouseholdIndex, minutes: Int64 = 0) throws -> Answer {
        var coach = try coach(index, minutes: minutes)
        return try coach.answer(line)
    }

    private func keep(_ index: HouseholdIndex, _ point: GeoPoint = mall) throws {
        try index.keep(LocationFix(point, accuracy: 20, time: Self.now))
    }

    @Test(arguments: [
        "should I buy a jacket for $80 here", "should I buy this jacket here at Steam for $80?",
        "can I spend $80 here?", "is $80 for a jacket ok?", "I want to buy a jacket for $80",
    ]) func whereNothingShallBePaidTheAnswerIsNo(_ line: String) throws {
        let index = try index()
        let elsewhere = try answer(line, index)
        #expect(elsewhere.advice?.verdict.outcome == .buy && elsewhere.advice?.place == nil)
        try keep(index)
        var coach = try coach(index, minutes: 3)
        let answer = try coach.answer(line)
        #expect(answer.advice?.verdict.outcome == .skip)
        #expect(
            answer.reply
                == "Not here. You were at Mall 3 minutes ago, where you don't want to pay for this. Anywhere else it would be fine."
        )
        #expect(try coach.answer("when can I buy it?").reply.hasPrefix("As soon as you're elsewhere"))
        #expect(try coach.answer("what would change that?").reply == "Anywhere else it would be fine.")
        #expect(try coach.answer("why?").reply.hasPrefix("You were at Mall"))
        // Ten minutes later nothing says where one is.
        #expect(try self.answer(line, index, minutes: 11).reply == elsewhere.reply)
    }

    @Test func aWarningIsSaidBesideTheVerdict() throws {
        let index = try index(.warn)
        try keep(index)
        let answer = try self.answer("should I buy a jacket for $80", index)
        #expect(answer.advice?.verdict.outcome == .buy)
        #expect(answer.notes.last == "You're at Mall: think twice about paying here.")
    }

    @Test(arguments: [
        ("I'm at 30.4021, -97.7254, should I buy a jacket for $80?", true),
        ("should I buy a jacket for $80? I'm at 30°24'7.6\"N 97°43'31\"W", true),
        ("should I buy a jacket for $80 at 30.4021N 97.7254W", true),
        ("geo:30.4021,-97.7254 should I buy a jacket for $80?", true),
        ("lon -97.7254 lat 30.4021 should I buy a jacket for $80?", true),
        ("I'm at x=30.4021 y=-97.7254, should I buy a jacket for $80?", true),
        ("I'm at (x -97.7254, y 30.4021), should I buy a jacket for $80?", true),
        ("30.4021 x -97.7254 should I buy a jacket for $80?", true),
        ("I'm at 30.4021N97.7254W should I buy a jacket for $80 here", true),
        ("I'm at lat30.4021lon-97.7254, should I buy a jacket for $80?", true),
        ("I'm at ３０.４０２１, -９７.７２５４, should I buy a jacket for $80?", true),
        ("I'm at 31.4021, -97.7254, should I buy a jacket for $80?", false),
    ]) func aPositionInALineIsUsed(_ line: String, _ isThere: Bool) throws {
        for hours in [24, 0] {
            let index = try index()
            var coach = try coach(index, hours: hours)
            let answer = try coach.answer(line)
            #expect((answer.advice?.verdict.outcome == .skip) == isThere, "\(answer.reply)")
            #expect(!answer.question.contains("97"))
            // It counts for the lines after it, and is kept as long as positions are.
            #expect(try (coach.answer("can I spend $50 here?").advice?.verdict.outcome == .skip) == isThere)
            #expect(try index.positions().count == (hours > 0 ? 1 : 0))
        }
    }

    @Test func aPositionAloneIsAnswered() throws {
        let index = try index()
        var coach = try coach(index)
        #expect(try coach.answer("I'm at 30.4021, -97.7254").reply == "You're at Mall: payments are declined here.")
        // Nobody is on another continent a moment later.
        #expect(try coach.answer("-33.8688, 151.2093").reply.hasPrefix("That's too far from the last position"))
        #expect(try coach.answer("can I spend $50 here?").advice?.verdict.outcome == .skip)
        #expect(try answer("52.5201 13.4050", self.index()).reply == "You're not in any of your geofences.")
        // Whoever may only read keeps nothing.
        let other = try self.index()
        var reader = try self.coach(other)
        let said = try other.database.withoutWriting { try reader.answer("can I spend $50 here? 30.4021, -97.7254") }
        #expect(said.advice?.verdict.outcome == .skip)
        #expect(try other.positions().isEmpty)
    }

    @Test(arguments: [
        ("warn me here", "You'll be warned of payments within 150 m of Place 1.", "Place 1 150 warn"),
        ("please warn me when I'm here", "You'll be warned of payments within 150 m of Place 1.", "Place 1 150 warn"),
        ("block payments here", "Payments within 150 m of Place 1 will be declined.", "Place 1 150 block"),
    ]) func aGeofenceIsMadeOfWhereOneIs(_ line: String, _ words: String, _ made: String) throws {
        func fences(_ index: HouseholdIndex) throws -> [String] {
            try index.geofences().map { "\($0.name) \($0.radius) \($0.policy.rawValue)" }
        }
        let index = try index(nil)
        var coach = try coach(index)
        #expect(try coach.answer(line).reply.hasPrefix("I don't know where you are."))
        try keep(index)
        #expect(try coach.answer(line).reply == "\(words) `coach undo` takes it back.")
        #expect(try fences(index) == [made])
        _ = try coach.answer("undo")
        #expect(try fences(index) == [])
    }

    /// “Here” is not where one was before, once a position was said that isn't used. Where none is kept, none is doubted.
    @Test(arguments: [("I'm at 29.4241, -98.4936", 24), ("I'm at C72F+RR", 24), ("I'm at C72F+RR", 0)])
    func whatIsNotBelievedMakesNoGeofence(
        _ line: String, _ hours: Int
    ) throws {
        let index = try index(nil)
        var coach = try coach(index, hours: hours)
        _ = try coach.answer("I'm at 30.4021, -97.7254")
        let refused = try coach.answer(line)
        #expect(!refused.reply.isEmpty)
        for wish in ["block payments here", "warn me here", "unblock this place", "where am I?"] {
            #expect(try coach.answer(wish).reply.hasPrefix("I don't know where you are."), "\(wish)")
        }
        // At the counter too, where what is doubted is known.
        if hours > 0, line.contains("29") {
            let far = try #require(GeoPoint(latitude: 29.4241, longitude: -98.4936))
            try index.keep(LocationFix(far, accuracy: 20, time: Self.now + 60), isDoubted: true)
            let settings = PurchaseSettings(whereabouts: Whereabouts(hours: hours) { Self.now + 60 })
            let desk = CounterDesk(index, asOf: Self.day, settings: settings, mayWrite: true)
            var request = CounterRequest()
            request.message = "block payments here"
            let reply = try desk.reply(to: request, now: Self.now + 60)
            #expect(reply.message.hasSuffix("I need your position for it."), "\(reply.message)")
            let offer = try #require(reply.offers.first?.id)
            #expect(throws: OfferError.self) {
                try OfferBook(index, asOf: Self.day, settings: settings).confirm(offer, now: Self.now + 60)
            }
        }
        #expect(try index.geofences().isEmpty)
        // What is said next counts.
        #expect(try coach.answer("block payments here, 30.4021, -97.7254").reply.hasPrefix("Payments within 150 m"))
        #expect(try index.geofences().count == 1)
    }

    /// A geofence where one isn't: nothing is taken from that of where one is.
    @Test(arguments: [
        ("don't let me pay at 30.4021, -97.7254", "Place 1 150 block"),
        ("block payments at 30.4021, -97.7254", "Place 1 150 block"),
        ("please block all payments near 30.4021N 97.7254W", "Place 1 150 block"),
        ("block payments within 300 m of 30.4021, -97.7254", "Place 1 300 block"),
        ("decline purchases in a radius of 0.5 km around 30.4021, -97.7254", "Place 1 500 block"),
        ("add a geofence called Mall at 30.4021, -97.7254", "Mall 150 warn"),
        ("add a geofence named \"The Big Mall\" within 1000 feet of 30.4021, -97.7254", "The Big Mall 305 warn"),
        ("add a blocking geofence called Mall at lat 30.4021 lon -97.7254", "Mall 150 block"),
        ("add a geofence called Mall at 30.4021, -97.7254 that blocks payments", "Mall 150 block"),
        ("warn me at 30.4021, -97.7254", "Place 1 150 warn"),
        ("block 30.4021, -97.7254", "Place 1 150 block"),
        // A name may hold words that stand behind one; sizes are said in words too.
        ("add a geofence called Food at Home at 30.4021, -97.7254", "Food at Home 150 warn"),
        ("add a geofence called Near Here near 30.4021, -97.7254", "Near Here 150 warn"),
        ("add a geofence called Inn at the Lake within 300 m of 30.4021, -97.7254", "Inn at the Lake 300 warn"),
        ("add a geofence called Mall 300 m around 30.4021, -97.7254", "Mall 300 warn"),
        ("add a geofence called 5 Mile House at 30.4021, -97.7254", "5 Mile House 150 warn"),
        ("block payments within half a mile of 30.4021, -97.7254", "Place 1 805 block"),
        ("block payments within a mile of 30.4021, -97.7254", "Place 1 1609 block"),
        ("warn me within 1,000 ft of 30.4021, -97.7254", "Place 1 305 warn"),
        ("block payments within two miles of 30.4021, -97.7254", "Place 1 3219 block"),
    ]) func aGeofenceIsMadeWhereALineSays(_ line: String, _ made: String) throws {
        let index = try index(nil)
        try keep(index, try #require(GeoPoint(latitude: 52.5, longitude: 13.4)))
        var coach = try coach(index)
        let answer = try coach.answer(line)
        #expect(answer.reply.hasSuffix("`coach undo` takes it back."), "\(answer.reply)")
        #expect(!answer.question.contains("97") && !answer.json.text.contains("30.4"), "\(answer.question)")
        let made = [made]
        #expect(try index.geofences().map { "\($0.name) \($0.radius) \($0.policy.rawValue)" } == made)
        #expect(try index.geofences().allSatisfy { $0.center.distance(to: Self.mall) < 1 })
        #expect(try index.positions().map(\.point.latitude) == [52.5])
        _ = try coach.answer("undo")
        #expect(try index.geofences().isEmpty)
        // At the counter, which keeps no position with an offer, it's answered with the command, known or not where one is.
        var request = CounterRequest()
        request.message = line
        try index.forgetPositions(before: .max, nudgesBefore: .max)
        let settings = PurchaseSettings(whereabouts: Whereabouts(hours: 24) { Self.now })
        let reply = try CounterDesk(index, asOf: Self.day, settings: settings, mayWrite: true)
            .reply(to: request, now: Self.now)
        #expect(reply.offers.isEmpty && reply.message.contains("`coach geofence add \""), "\(reply.message)")
        #expect(try index.geofences().isEmpty && index.positions().isEmpty)
        // Nothing is made there of where one isn't, and nothing here of what is there.
        request.fix = LocationFix(try #require(GeoPoint(latitude: 52.5, longitude: 13.4)), accuracy: 20, time: Self.now)
        let there = try CounterDesk(index, asOf: Self.day, settings: settings, mayWrite: true)
            .reply(to: request, now: Self.now)
        #expect(there.offers.isEmpty && there.message.contains("`coach geofence add \""), "\(there.message)")
    }

    /// What is asked or wanted of a place isn't said to be where one is, understood or not.
    @Test(arguments: [
        ("can I pay at 30.4021, -97.7254?", "That's at Mall, where payments are declined.", 1, 0),
        ("are payments blocked at 30.4021, -97.7254?", "That's at Mall, where payments are declined.", 1, 0),
        ("can I pay at 31.4021, -97.7254?", "You have no geofence there, so payments aren't declined.", 1, 0),
        ("unblock 30.4021, -97.7254", "The geofence Mall, where payments are declined, is gone.", 0, 1),
        ("remove the geofence at 30.4021, -97.7254", "The geofence Mall, where payments are declined, is gone.", 0, 1),
        ("unblock 31.4021, -97.7254", "You have no geofence there; `coach geofence` lists them.", 1, 0),
        (
            "remove the geofence Mall at 31.4021, -97.7254", "The geofence Mall, where payments are declined, is gone.",
            0, 1
        ),
        ("block restaurants at 30.4021, -97.7254", "I can't tell what you want there.", 1, 0),
        ("please block payments over $50 at 30.4021, -97.7254", "I can't tell what you want there.", 1, 0),
        ("block payments within one and a half miles of 30.4021, -97.7254", "I can't tell what you want there.", 1, 0),
    ]) func aPlaceThatIsAskedOfIsNotWhereOneIs(_ line: String, _ words: String, _ left: Int, _ offered: Int) throws {
        var request = CounterRequest()
        request.message = line
        let settings = PurchaseSettings(whereabouts: Whereabouts(hours: 24) { Self.now })
        let atCounter = try index()
        let reply = try CounterDesk(atCounter, asOf: Self.day, settings: settings, mayWrite: true)
            .reply(to: request, now: Self.now)
        #expect(reply.offers.count == offered && (offered > 0 || reply.message.hasPrefix(words)), "\(reply.message)")
        #expect(try atCounter.positions().isEmpty && atCounter.geofences().count == 1)
        let index = try index()
        var coach = try coach(index)
        let answer = try coach.answer(line)
        #expect(answer.reply.hasPrefix(words), "\(answer.reply)")
        #expect(!answer.question.contains("97"))
        #expect(try index.positions().isEmpty && index.geofences().count == left)
        #expect(try coach.answer("should I buy a jacket for $80").advice?.verdict.outcome == .buy)
    }

    /// The same in other words, of where one is.
    @Test(arguments: [
        ("stop me from paying here", "Place 1 block"), ("no spending here please", "Place 1 block"),
        ("don't let me spend money here", "Place 1 block"), ("keep us from shopping here", "Place 1 block"),
        ("I want to be warned when I'm here", "Place 1 warn"),
        ("I want my payments declined here", "Place 1 block"),
        ("call this place Gym and warn me here", "Gym warn"), ("warn me here and call it Gym", "Gym warn"),
        ("block payments here and name this place Food and Drink", "Food and Drink block"),
    ]) func aGeofenceIsWantedInOtherWords(_ line: String, _ made: String) throws {
        let index = try index(nil)
        try keep(index)
        let reply = try answer(line, index).reply
        #expect(reply.hasSuffix("`coach undo` takes it back."), "\(reply)")
        #expect(try index.geofences().map { "\($0.name) \($0.policy.rawValue)" } == [made])
    }

    /// Of a place that isn't where one is: made there, and only asked of.
    @Test(arguments: [
        ("I want to be warned when I'm at 30.5, -97.7", "Place 1 150 warn"),
        ("set a geofence around 30.5 -97.7 of 200 m", "Place 1 200 warn"),
        ("block payments around 30.5, -97.7", "Place 1 150 block"),
        ("what if I'm at 30.5, -97.7 and want to pay $20?", "You have no geofence there"),
        ("what if I were at 30.5, -97.7 and want to spend $20.50", "You have no geofence there"),
    ]) func whatIsWantedElsewhereIsNotWhereOneIs(_ line: String, _ made: String) throws {
        let index = try index(nil)
        let reply = try answer(line, index).reply
        let found = try index.geofences().map { "\($0.name) \($0.radius) \($0.policy.rawValue)" }
        #expect(found == [made] || found.isEmpty && reply.hasPrefix(made), "\(reply) \(found)")
        #expect(try index.positions().isEmpty)
    }

    /// What is said of a geofence by its name, wherever one is.
    @Test(arguments: [
        ("is Secret Mall blocked?", "That's Secret Mall, where payments are declined.", "block"),
        ("can I pay at secret mall?", "That's Secret Mall, where payments are declined.", "block"),
        ("am I near Secret Mall?", "You aren't at Secret Mall.", "block"),
        ("make Secret Mall a warning only", "You'll be warned of payments within 250 m of Secret Mall; so far", "warn"),
        ("warn me when I'm at Secret Mall", "Payments within 250 m of Secret Mall are declined already.", "block"),
        ("don't let me pay at the Secret Mall", "Payments within 250 m of Secret Mall are declined already.", "block"),
        ("turn off Secret Mall", "The geofence Secret Mall, where payments are declined, is gone.", ""),
        ("turn Secret Mall off, please", "The geofence Secret Mall, where payments are declined, is gone.", ""),
        ("unblock Secret Mall", "The geofence Secret Mall, where payments are declined, is gone.", ""),
        ("delete all geofences", "The geofence Secret Mall, where payments are declined, is gone.", ""),
    ]) func aGeofenceIsSpokenOfByItsName(_ line: String, _ words: String, _ left: String) throws {
        let index = try index(nil)
        _ = try index.keepGeofence("Secret Mall", at: Self.mall, radius: 250, category: nil, policy: .block)
        try keep(index, try #require(GeoPoint(latitude: 52.5, longitude: 13.4)))
        var coach = try coach(index)
        let reply = try coach.answer(line).reply
        #expect(reply.hasPrefix(words), "\(reply)")
        #expect(try index.geofences().map(\.policy.rawValue) == (left.isEmpty ? [] : [left]))
        #expect(try index.geofences().allSatisfy { $0.center == Self.mall })
        if reply.contains("`coach undo`") { _ = try coach.answer("undo") }
        #expect(try index.geofences().map(\.policy) == [.block])
        // Where one is there, that's said; at the counter nothing changes before it's confirmed.
        try index.forgetPositions(before: .max, nudgesBefore: .max)
        try keep(index)
        #expect(
            try answer("am I near Secret Mall?", index).reply == "You're at Secret Mall: payments are declined here.")
        var request = CounterRequest()
        request.message = line
        let settings = PurchaseSettings(whereabouts: Whereabouts(hours: 24) { Self.now })
        let said = try CounterDesk(index, asOf: Self.day, settings: settings, mayWrite: true).reply(
            to: request, now: Self.now)
        #expect(said.offers.isEmpty == (left == "block"), "\(said.message)")
        #expect(try index.geofences().map(\.policy) == [.block])
    }

    /// A place that no geofence is of can't be known by its name.
    @Test(arguments: [
        ("don't let me pay at Starbucks", "Say “block payments here” once", "add \"Starbucks\" LAT LON 150m --block`"),
        ("don't let me spend at the Domain", "Say “block payments here” once", "add \"Domain\" LAT LON 150m --block`"),
        ("warn me when I'm at Starbucks", "Say “warn me here” once", "add \"Starbucks\" LAT LON 150m --warn`"),
        ("block payments at the gym", "Say “block payments here” once", "add \"gym\" LAT LON 150m --block`"),
        ("stop warning me at Starbucks", "You have no geofence called “Starbucks”", "`coach geofence` lists them"),
    ]) func aPlaceWithoutAGeofenceIsNotKnown(_ line: String, _ words: String, _ command: String) throws {
        let index = try index()
        let reply = try answer(line, index).reply
        #expect(reply.contains(words) && reply.contains(command), "\(reply)")
        #expect(try index.geofences().map(\.name) == ["Mall"])
    }

    /// These are of no place.
    @Test(arguments: ["remind me at noon", "tell me at the end of the month", "how much did I spend at Mall"])
    func otherLinesAreOfNoPlace(_ line: String) throws {
        let reply = try answer(line, index()).reply
        #expect(!reply.contains("geofence") && !reply.contains("declined"), "\(reply)")
    }

    @Test(arguments: [
        "where can't I pay?", "where are my geofences?", "geofences", "where are payments blocked?",
        "where am I not allowed to spend money?",
    ]) func allGeofencesAreTold(_ line: String) throws {
        #expect(try answer(line, index()).reply.hasPrefix("You have 1 geofence: Mall, where payments are declined."))
    }

    /// Of several none goes by mistake.
    @Test func severalGeofencesGoOneByOne() throws {
        let index = try index()
        _ = try index.keepGeofence("Cafe", at: Self.mall, radius: 250, category: nil, policy: .warn)
        for line in ["delete all geofences", "remove all of my geofences", "clear my geofences"] {
            #expect(
                try answer(line, index).reply.hasPrefix(
                    "I remove them one at a time, so that none goes by mistake: say"))
        }
        #expect(try index.geofences().count == 2)
    }

    /// Where one may be in a geofence that declines, that is said, and no yes.
    @Test(arguments: ["am I allowed to pay here?", "are payments blocked here?"])
    func whereOneMayBeInABlockItIsNoYes(_ line: String) throws {
        let index = try index()
        try index.keep(LocationFix(Self.mall, accuracy: 500, time: Self.now))
        #expect(
            try answer(line, index).reply
                == "Maybe not: you may be at Mall, where payments are declined. Your position isn't exact enough to decline "
                + "a payment, so you'd only get a warning.")
    }

    @Test(arguments: [
        "remove the geofence Mall", "please delete my geofence called \"mall\".", "drop the Mall geofence",
    ])
    func aGeofenceIsRemovedByItsName(_ line: String) throws {
        let index = try index()
        #expect(
            try answer(line, index).reply
                == "The geofence Mall, where payments are declined, is gone. `coach undo` takes it back.")
        #expect(try index.geofences().isEmpty)
        #expect(try answer(line, index).reply.hasPrefix("You have no geofence called “"))
    }

    /// The same of where one is, with a name or size of its own; a size that none has is refused.
    @Test func aNameAndASizeOfHereAreTaken() throws {
        let index = try index(.warn)
        try keep(index)
        var coach = try coach(index)
        #expect(
            try coach.answer("add a geofence here called Coffee Corner").reply.contains("within 150 m of Coffee Corner")
        )
        #expect(
            try coach.answer("block payments within 400 meters of here").reply.hasPrefix(
                "Payments within 400 m of Mall"))
        #expect(
            try coach.answer("block payments within 2 m of here").reply.contains("expected a radius from 10m to 50km"))
        let fences = try index.geofences().map { "\($0.name) \($0.radius) \($0.policy.rawValue)" }.sorted()
        #expect(fences == ["Coffee Corner 150 warn", "Mall 400 block"])
    }

    @Test(arguments: [
        "forget my position", "forget where I am", "forget my location", "delete my location",
        "please erase all my positions",
        "forget where I've been", "delete my location history", "clear my last known position",
    ]) func positionsAreForgottenWhenAsked(_ line: String) throws {
        let index = try index()
        try keep(index)
        var coach = try coach(index)
        #expect(try coach.answer("can I spend $50 here?").advice?.verdict.outcome == .skip)
        // At the counter it's an offer.
        var request = CounterRequest()
        request.message = line
        let settings = PurchaseSettings(whereabouts: Whereabouts(hours: 24) { Self.now })
        let reply = try CounterDesk(index, asOf: Self.day, settings: settings, mayWrite: true)
            .reply(to: request, now: Self.now)
        #expect(reply.offers.map(\.label) == ["Forget where you are and have been"], "\(reply.message)")
        #expect(try index.positions().count == 1)
        #expect(try coach.answer(line).reply == "Forgot 1 position.")
        #expect(try index.positions().isEmpty)
        #expect(try coach.answer("can I spend $50 here?").advice?.verdict.outcome == .buy)
        try keep(index)
        let id = try #require(reply.offers.first?.id)
        #expect(
            try OfferBook(index, asOf: Self.day, settings: settings).confirm(id, now: Self.now) == "Forgot 1 position.")
        #expect(try index.positions().isEmpty && index.geofences().count == 1)
    }

    /// Where payments are declined somewhere, it's said once that it isn't known whether that is here.
    @Test func thatHereIsUnknownIsSaidOnce() throws {
        let note = "I don't know where you are, so I can't tell whether payments are declined here."
        let index = try index()
        var coach = try coach(index)
        #expect(try coach.answer("should I buy a jacket for $80?").notes.isEmpty)
        #expect(try coach.answer("should I buy a jacket for $80 here").reply.hasSuffix(note))
        #expect(try !coach.answer("can I spend $30 here?").reply.contains(note))
        var request = CounterRequest()
        request.message = "should I buy a jacket for $80 here"
        let settings = PurchaseSettings(whereabouts: Whereabouts(hours: 24) { Self.now })
        let desk = CounterDesk(index, asOf: Self.day, settings: settings, mayWrite: true)
        #expect(try desk.reply(to: request, now: Self.now).message.hasSuffix(note))
        try keep(index, try #require(GeoPoint(latitude: 52.5, longitude: 13.4)))
        #expect(try !answer("should I buy a jacket for $80 here", index).reply.contains(note))
        // Where nothing is declined there's nothing to know.
        #expect(try !answer("should I buy a jacket for $80 here", self.index(.warn)).reply.contains(note))
    }

    /// A place that isn't believed is no place to be warned of.
    @Test func noWarningOfThePlaceBeforeBesideARefusal() throws {
        let index = try index(.warn)
        try keep(index)
        let answer = try self.answer("I'm at 29.4241, -98.4936, should I buy a cake for $20?", index)
        #expect(
            answer.notes.count == 1 && answer.notes[0].hasPrefix("That's too far from the last position"),
            "\(answer.notes)")
    }

    /// Where one is only warned, whether one may pay is answered with a yes.
    @Test func whereOneIsWarnedOneMayPay() throws {
        let index = try index(.warn)
        try keep(index)
        #expect(
            try answer("can I pay here?", index).reply
                == "Yes, payments aren't declined here. You're at Mall: think twice about paying here.")
    }

    /// The geofence that is there is changed, and it's said what it was. A warning never takes a block's place unasked.
    @Test(arguments: [
        (
            Geofence.Policy.warn, "block payments here", "block",
            "will be declined; so far you were only warned. `coach undo` takes it back."
        ),
        (.block, "block payments here", "block", "are declined already."),
        (.warn, "warn me here", "warn", "already warned of payments within 250 m of Mall."),
        (.block, "warn me here", "block", "are declined already. To be only warned, say “only warn me here”."),
        (.block, "please warn me when I'm here", "block", "To be only warned, say “only warn me here”."),
        (.block, "only warn me here", "warn", "so far they were declined. `coach undo` takes it back."),
        (.block, "just warn me here", "warn", "so far they were declined. `coach undo` takes it back."),
        (.block, "warn me here instead", "warn", "so far they were declined. `coach undo` takes it back."),
        (
            .block, "don't block payments here, just warn me", "warn",
            "so far they were declined. `coach undo` takes it back."
        ),
    ]) func theOneThatIsThereIsChangedInWords(
        _ before: Geofence.Policy, _ line: String, _ after: String, _ words: String
    ) throws {
        let index = try index(before)
        try keep(index)
        let mark = try index.mark()
        let reply = try answer(line, index).reply
        #expect(reply.hasSuffix(words), "\(reply)")
        #expect(try index.geofences().map { "\($0.name) \($0.radius) \($0.policy.rawValue)" } == ["Mall 250 \(after)"])
        #expect(try (index.mark() == mark) == (after == before.rawValue), "nothing is to be undone")
    }

    /// A size makes no block of a warning, and no warning of a block.
    @Test(arguments: [
        (
            Geofence.Policy.block, "warn me within 300 m of here", "block 250",
            "are declined already. To be only warned, say “only warn me here”."
        ),
        (.block, "warn me within half a mile of here", "block 250", "say “only warn me here”."),
        (.block, "add a geofence called Mall here", "block 250", "say “only warn me here”."),
        (
            .block, "only warn me within 300 m of here", "warn 300",
            "so far they were declined. `coach undo` takes it back."
        ),
        (.block, "block payments within 300 m of here", "block 300", "will be declined. `coach undo` takes it back."),
        (.warn, "warn me within 300 m of here", "warn 300", "within 300 m of Mall. `coach undo` takes it back."),
    ]) func aSizeLeavesABlockAsItIs(_ before: Geofence.Policy, _ line: String, _ after: String, _ words: String) throws
    {
        let index = try index(before)
        try keep(index)
        let reply = try answer(line, index).reply
        #expect(reply.hasSuffix(words), "\(reply)")
        #expect(try index.geofences().map { "\($0.policy.rawValue) \($0.radius)" } == [after])
    }

    /// What is for one category says so.
    @Test func aGeofenceOfACategoryIsSaidToBe() throws {
        let index = try index(nil)
        _ = try index.keepGeofence("Mall", at: Self.mall, radius: 250, category: "games", policy: .warn)
        try keep(index)
        #expect(
            try answer("block payments here", index).reply.hasPrefix(
                "Payments for video games within 250 m of Mall will be declined; so far you were only warned."))
        #expect(
            try answer("stop blocking here", index).reply.hasPrefix(
                "The geofence Mall, where payments for video games are declined, is gone."))
    }

    /// Warnings end where there are some; of two geofences the one that was meant goes.
    @Test(arguments: [("stop warning me here", "Cafe"), ("unblock this place", "Mall")])
    func ofTwoGeofencesTheOneThatWasMeantGoes(_ line: String, _ gone: String) throws {
        let index = try index()
        _ = try index.keepGeofence("Cafe", at: Self.mall, radius: 250, category: nil, policy: .warn)
        try keep(index)
        #expect(try answer(line, index).reply.hasPrefix("The geofence \(gone), where "))
        #expect(try index.geofences().map(\.name) == (gone == "Mall" ? ["Cafe"] : ["Mall"]))
    }

    /// At the counter an offer says what was there.
    @Test(
        arguments: [
            (.block, "warn me here", "Warn you before you pay at Mall, where payments are declined so far", "warn"),
            (.warn, "block payments here", "Decline payments at Mall, where you're warned of payments so far", "block"),
            (.warn, "stop warning me here", "Remove the geofence Mall, where you're warned of payments", nil),
            (.block, "block payments here", nil, "block"),
        ] as [(Geofence.Policy, String, String?, String?)])
    func anOfferSaysWhatIsThere(_ before: Geofence.Policy, _ line: String, _ label: String?, _ after: String?) throws {
        let index = try index(before)
        try keep(index)
        let settings = PurchaseSettings(whereabouts: Whereabouts(hours: 24) { Self.now })
        var request = CounterRequest()
        request.message = line
        let reply = try CounterDesk(index, asOf: Self.day, settings: settings, mayWrite: true)
            .reply(to: request, now: Self.now)
        #expect(reply.offers.map(\.label) == [label].compactMap(\.self), "\(reply.message)")
        if let id = reply.offers.first?.id {
            _ = try OfferBook(index, asOf: Self.day, settings: settings).confirm(id, now: Self.now)
        } else {
            #expect(reply.message == "Payments within 250 m of Mall are declined already.")
        }
        #expect(try index.geofences().first?.policy.rawValue == after)
    }

    /// A card's number is no name, and goes no further than the line it stands in.
    @Test(arguments: [
        "should I buy a jacket for $80 at 4242 4242 4242 4242?", "should I buy a 4242424242424242 for $80",
        "I want to save $500 for 4242-4242-4242-4242 by December", "note on Kroger: card 4242424242424242",
    ]) func aCardNumberIsKeptNowhere(_ line: String) throws {
        let index = try index(nil)
        let mark = try index.mark()
        var coach = try coach(index)
        let answer = try coach.answer(line)
        #expect(answer.reply.hasPrefix("That looks like a card's number, which belongs nowhere in coach"))
        #expect(!answer.json.text.contains("4242"))
        #expect(try index.mark() == mark && DecisionBook(index).record(asOf: Self.day).decisions.isEmpty)
        #expect(try coach.answer("ask me again tomorrow").reply.contains("4242") == false)
        var request = CounterRequest()
        request.message = line
        #expect(throws: StoreError.self) {
            try CounterDesk(index, asOf: Self.day, mayWrite: true).reply(to: request, now: Self.now)
        }
    }

    @Test(arguments: [
        "allow payments here", "unblock this place", "stop warning me here", "don't block payments here",
        "remove this geofence",
    ]) func theGeofenceThatOneIsInIsRemoved(_ line: String) throws {
        let index = try index()
        var coach = try coach(index)
        #expect(try coach.answer(line).reply.hasPrefix("I don't know where you are."))
        try keep(index)
        #expect(
            try coach.answer(line).reply
                == "The geofence Mall, where payments are declined, is gone. `coach undo` takes it back.")
        #expect(try index.geofences().isEmpty)
        #expect(try coach.answer(line).reply.hasPrefix("You're not in any of your geofences"))
        _ = try coach.answer("undo")
        #expect(try index.geofences().map(\.policy) == [.block])
        // At the counter it's an offer.
        var request = CounterRequest()
        request.message = line
        let desk = CounterDesk(
            index, asOf: Self.day, settings: PurchaseSettings(whereabouts: Whereabouts(hours: 24) { Self.now }),
            mayWrite: true)
        let offers = try desk.reply(to: request, now: Self.now).offers
        #expect(offers.map(\.label) == ["Remove the geofence Mall, where payments are declined"])
        #expect(try index.geofences().count == 1)
    }

    @Test(arguments: [
        "where am I?", "am I at one of my geofences?", "is this place blocked?", "are payments blocked here?",
    ])
    func whereOneIsIsTold(_ line: String) throws {
        let index = try index()
        #expect(try answer(line, index).reply.hasPrefix("I don't know where you are."))
        try keep(index)
        #expect(try answer(line, index).reply == "You're at Mall: payments are declined here.")
    }

    /// Whether one may pay there, and which geofences there are, is no question of what was spent.
    @Test(arguments: [
        "can I pay here?", "is it ok to pay here?", "am I allowed to pay here?", "is it safe to pay with my card here?",
        "should I buy anything here?", "may I spend money in here?",
    ]) func whetherOneMayPayThereIsTold(_ line: String) throws {
        let index = try index()
        try keep(index)
        #expect(try answer(line, index).reply == "You're at Mall: payments are declined here.")
        let other = try self.index(nil)
        try keep(other)
        #expect(
            try answer(line, other).reply.hasPrefix("You're not in any of your geofences. Say what you want to buy"))
        var request = CounterRequest()
        request.message = line
        request.purchase = Purchase(amount: Money(2_000, .usd), merchant: "Steam", day: Self.day)
        let reply = try CounterDesk(other, asOf: Self.day, mayWrite: true).reply(to: request, now: Self.now)
        #expect(reply.isFine == true && reply.message.hasPrefix("Yes"), "\(reply.message)")
    }

    @Test(arguments: [
        "which geofences do I have?", "list my geofences", "what geofences are there?", "show me my geofences",
    ])
    func geofencesAreListed(_ line: String) throws {
        #expect(
            try answer(line, index()).reply
                == "You have 1 geofence: Mall, where payments are declined. `coach geofence` shows where they are.")
        #expect(try answer(line, index(nil)).reply.hasPrefix("You have no geofences."))
    }

    /// A code that is hidden and can't be read isn't passed over in silence.
    @Test(arguments: [
        "should I buy a jacket for $80, I'm at C72F+RR", "should I buy a jacket for $80, I'm at 8FVC0000+",
        "should I buy a jacket for $80, I'm at thirty point four zero two one north ninety seven point seven two west",
    ]) func aPositionThatIsNotReadIsSaid(_ line: String) throws {
        let answer = try answer(line, index())
        #expect(
            answer.notes == [
                "I can't read that position: write it in degrees, such as 30.4021 -97.7254, or as a whole plus code."
            ])
        #expect(answer.advice?.purchase.item == "jacket")
    }

    /// Numbers with few decimals are read where a word says where one is, and tell a place as roughly as they are written.
    @Test(arguments: [
        ("block payments here, 30.40, -97.73", 786.0), ("warn me here 30.4 -97.7", 7_862),
        ("I'm at 30.40, -97.73", 786),
        ("lat 30.402 lon -97.725, where am I?", 78.6), ("where am I? 30°24'N 97°43'W", 1_310),
        ("where am I? 30.4021 -97.7254", 7.86), ("where am I? 30.4021N 97.7W", 7.86),
    ]) func aPositionIsAsExactAsItIsWritten(_ line: String, _ reach: Double) throws {
        let place = try #require(PositionText.place(in: line))
        #expect(abs(place.reach - reach) < reach / 50, "\(place.reach)")
        #expect(!PositionText.cut(line).contains("97"))
    }

    @Test(arguments: ["it was 12.50, -3.20 off", "we paid 30.40 at 97.72", "at $30.40, -$2.50", "here 30, -4"])
    func amountsAreNoPosition(_ line: String) { #expect(PositionText.place(in: line) == nil) }

    @Test(arguments: [
        ("where am I?", "such as “where am I, 30.4021 -97.7254”."),
        ("warn me here", "“warn me here, 30.4021 -97.7254”."),
    ]) func anExampleHasNoTwoSigns(_ line: String, _ words: String) throws {
        #expect(try answer(line, index()).reply.hasSuffix(words))
    }

    // MARK: Notations

    @Test(arguments: [
        ("30.4021 -97.7254", 30.4021, -97.7254), ("30.4021,-97.7254", 30.4021, -97.7254),
        ("30.4021, -97.7254", 30.4021, -97.7254), ("30.4021N 97.7254W", 30.4021, -97.7254),
        ("30.4021° N, 97.7254° W", 30.4021, -97.7254), ("N30.4021 W97.7254", 30.4021, -97.7254),
        ("97.7254W 30.4021N", 30.4021, -97.7254), ("geo:30.4021,-97.7254", 30.4021, -97.7254),
        ("geo:30.4021,-97.7254;u=35", 30.4021, -97.7254), ("lat 30.4021, lon -97.7254", 30.4021, -97.7254),
        ("lon: -97.7254, lat: 30.4021", 30.4021, -97.7254), ("(30.4021, -97.7254)", 30.4021, -97.7254),
        ("30°24'7.56\"N 97°43'31.44\"W", 30.4021, -97.7254), ("30 24 7.56 N 97 43 31.44 W", 30.4021, -97.7254),
        ("30° 24.126' N, 97° 43.524' W", 30.4021, -97.7254), ("30 24.126 N 97 43.524 W", 30.4021, -97.7254),
        ("33.8688S 151.2093E", -33.8688, 151.2093), ("-33°52'7.68\", 151°12'33.48\"", -33.8688, 151.2093),
        ("33 deg 52.128 min south, 151 deg 12.558 min east", -33.8688, 151.2093), ("-0.5 -0.25", -0.5, -0.25),
        ("90 0", 90, 0), ("30,4021 -97,7254", 30.4021, -97.7254),
    ]) func aPositionIsReadAsItIsWritten(_ text: String, _ latitude: Double, _ longitude: Double) throws {
        let point = try #require(PositionText.point(of: text), "\(text)")
        #expect(abs(point.latitude - latitude) < 1e-6 && abs(point.longitude - longitude) < 1e-6, "\(text): \(point)")
    }

    @Test(arguments: [
        "30.4021", "30.4021 -97.7254 12", "91 0", "0 181", "30.4021N 97.7254S", "30.4021N -97.7254", "thirty west",
        "30.4021 -97.7254 please", "$30.40 $97.72", "-30.4021S 97.7254W", "", "geo:", "48°51'30\"N 2°17'40\"O",
    ]) func whatIsNoPositionIsNone(_ text: String) { #expect(PositionText.point(of: text) == nil, "\(text)") }

    /// Codes are read, with how much ground they are. The places are those of Google's and of pygeohash's own programs.
    @Test(arguments: [
        ("8FVC9G8F+6X", 47.3655625, 8.5249375, 8.4), ("8fvc9g8f+6xq", 47.3655875, 8.524984375, 1.8),
        ("862487GF+", 30.32625, -97.72625, 183.6), ("4RRH46J7+F8", -33.8688125, 151.2133125, 9.0),
        ("CFX3X2X2+X2", 89.9999375, 1.0000625, 6.9), ("ezs42", 42.60498046875, -5.60302734375, 3_042),
        ("9v6sbnw9", 30.40217399597168, -97.72527694702148, 19),
    ]) func aCodeIsRead(_ code: String, _ latitude: Double, _ longitude: Double, _ reach: Double) throws {
        let place = try #require(PositionText.place(of: code))
        #expect(abs(place.point.latitude - latitude) < 1e-7 && abs(place.point.longitude - longitude) < 1e-7)
        #expect(abs(place.reach - reach) < reach / 20, "\(place.reach)")
        #expect(place.fix(at: 0).accuracy == max(50, place.reach))
    }

    @Test(arguments: [
        "C72F+RR", "86240000+", "8624C72F+R", "8624C72A+RR", "2222222+22", "X2X2X2X2+22", "12345678", "hello", "ailo9",
    ]) func whatIsNoWholeCodeIsNotRead(_ code: String) { #expect(PositionText.place(of: code) == nil, "\(code)") }

    @Test(arguments: [
        "should I buy a jacket for $80? I'm at 8624C72F+RR", "https://plus.codes/8624C72F+RR can I spend $80 here?",
        "https://plus.codes/8624C72F%2BRR can I spend $80 here?", "I'm at 9v6sbnw91, can I spend $80 here?",
        "can I spend $80 here? geohash 9v6sbnw9", "can I spend $80 here? my geohash is 9v6sbnw9",
    ]) func aCodeInALineIsUsed(_ line: String) throws {
        let answer = try answer(line, index())
        #expect(answer.advice?.verdict.outcome == .skip && answer.notes.isEmpty, "\(answer.reply) \(answer.notes)")
        #expect(!answer.question.lowercased().contains("9v6") && !answer.question.contains("C72F"))
    }

    // MARK: Words

    @Test(arguments: ["not now", "maybe later", "I'll wait", "not today", "not now, maybe tomorrow"])
    func whatCanWaitNeedsNoPrice(_ line: String) throws {
        let index = try index(nil)
        var coach = try coach(index)
        #expect(try coach.answer(line).reply.hasPrefix("Okay, it can wait."))
        _ = try coach.answer("should I buy boots?")
        #expect(try coach.answer(line).reply.hasPrefix("Okay, it can wait."))
        // Its price isn't asked for any more.
        #expect(try coach.answer("90").advice == nil)
        _ = try coach.answer("should I buy boots for $90?")
        #expect(try coach.answer(line).reply == "Sounds good: the boots can wait.")
    }

    @Test(
        arguments: [
            ("should I buy this here at Steam for $20", nil), ("can I get it here for $20?", nil),
            ("should I buy the jacket here for $20?", "jacket"), ("should I get that lamp there for $20", "lamp"),
        ] as [(String, String?)]) func whereItIsIsNoThing(_ line: String, _ item: String?) throws
    {
        let index = try index(nil)
        var coach = try coach(index)
        #expect(try coach.answer(line).advice?.purchase.item == item)
    }

    @Test(arguments: [
        "is my card charged?", "was my card charged?", "did you charge my card?", "has my Visa been charged yet?",
        "did the payment go through?", "what's the status of my charge?", "did the charge on my card go through?",
        "is there a charge on my card?",
    ]) func whatWasChargedIsTold(_ line: String) throws {
        let index = try index(nil)
        #expect(try answer(line, index).reply.hasPrefix("No: I haven't charged any card."))
        let charge = try charge(in: index)
        try index.note(.requiresAction, intent: "pi_1", problem: nil, ofCharge: charge.id)
        #expect(
            try answer(line, index).reply
                == "Not yet. My last charge, a test, $45.00 at Steam on October 20, waits for you to confirm it at your bank. "
                + "`coach charge check \(charge.id)` asks how it stands.")
        try index.recordCharge(
            charge.id, intent: nil, merchant: "Steam", category: "games", on: Self.day, at: Self.now)
        #expect(
            try answer(line, index).reply
                == "Yes. My last charge, a test, $45.00 at Steam on October 20, went through.")
    }

    /// $45.00 at Steam, approved and ordered on a test card.
    private func charge(in index: HouseholdIndex) throws -> Charge {
        try index.keep(PaymentAccount(provider: "mock", isLive: false))
        let card = try index.keep(
            FundingSource(
                label: "Visa", provider: "mock", isLive: false, externalID: "pm_1", customer: nil, brand: nil,
                mask: nil, accountID: 0, madeAt: Self.now))
        let purchase = Purchase(amount: Money(4_500, .usd), merchant: "Steam", category: "games", day: Self.day)
        _ = try Guardian(index).authorize(purchase, asOf: Self.day, at: Self.now)
        let approval = try #require(try index.approvals(of: purchase.amount, from: 0, to: .max).first)
        return try index.addCharge(
            on: approval, key: "k", requestKey: nil, funding: card.id, day: Self.day, now: Self.now,
            expiresAt: Self.now + 300)
    }

    /// Why a charge came to nothing, and who takes one back.
    @Test(
        arguments: [
            (.canceled, "why was my charge declined?", "was canceled. It was declined after it was approved."),
            (.canceled, "was my last payment canceled?", "was canceled. It was declined after it was approved."),
            (.requiresAction, "cancel the charge on my card", "at your bank. `coach charge cancel 1` gives it up."),
            (.succeeded, "cancel my last payment", "went through. `coach charge refund 1` sends it back."),
            (.succeeded, "refund my last charge", "went through. `coach charge refund 1` sends it back."),
        ] as [(Charge.State, String, String)])
    func whatCameOfAChargeIsSaid(_ state: Charge.State, _ line: String, _ words: String) throws {
        let index = try index(nil)
        #expect(try answer(line, index).reply.hasPrefix("I haven't charged any card."))
        let charge = try charge(in: index)
        if state == .succeeded {
            try index.recordCharge(
                charge.id, intent: nil, merchant: "Steam", category: "games", on: Self.day, at: Self.now)
        } else {
            let problem = state == .canceled ? "It was declined after it was approved." : nil
            try index.note(state, intent: "pi_1", problem: problem, ofCharge: charge.id)
        }
        let reply = try answer(line, index).reply
        #expect(reply.hasPrefix("My last charge, a test, $45.00 at Steam") && reply.hasSuffix(words), "\(reply)")
    }

    @Test(arguments: [
        "what did they charge my card for?", "is my card bill due?", "was my card charged twice?",
        "was I charged for Netflix?",
    ]) func otherQuestionsOfChargesStay(_ line: String) throws {
        let index = try index(nil)
        #expect(try !answer(line, index).reply.contains("I haven't charged"))
    }

    /// Behind a distance whole degrees do: nothing else stands there.
    @Test(arguments: [
        ("block payments within 300 m of 30.4, -97.7", "Place 1 300 30.4 -97.7"),
        ("block payments within 300 m of 30, -97", "Place 1 300 30.0 -97.0"),
        ("block payments in a radius of 2 km around 48, 11", "Place 1 2000 48.0 11.0"),
    ]) func aDistanceLeadsToDegrees(_ line: String, _ made: String) throws {
        let index = try index(nil)
        #expect(try answer(line, index).reply.hasSuffix("`coach undo` takes it back."))
        let fences = try index.geofences().map {
            "\($0.name) \($0.radius) \($0.center.latitude) \($0.center.longitude)"
        }
        #expect(fences == [made])
    }

    /// Notations that are only hidden, for a model, the lines that are brought back, and what is kept alike.
    @Test(arguments: [
        "TQ 388 801", "TQ388801", "TQ 3887 8012", "TQ3880", "w3w:filled.count.soap", "30. 4021, -97. 7254",
        "30d24m07sN97d43m31sW", "30d24m07sN 97d43m31sW", "8928308280fffff",
    ]) func notationsAreHiddenEverywhere(_ place: String) throws {
        let line = "I'm at \(place) how come fuel went up"
        let parts = place.split { !($0.isLetter || $0.isNumber) }.filter { $0.count > 2 }
        let answer = try answer(line, index(nil))
        for text in [PositionText.masked(line), DataText.line(line), answer.record.question, answer.record.reply] {
            #expect(!parts.contains { text.contains($0) }, "\(text)")
        }
        #expect(PositionText.masked(line).hasSuffix("how come fuel went up"))
    }

    @Test(arguments: [
        "compare NY 2024 and 2025", "TV 1080 for $300", "I called NY 212 555 1234", "SO 12.50 it was",
        "my HP1200 printer",
        "I paid 30. 12 days later 40", "so 300 200 is fine",
    ]) func otherWordsAndNumbersStay(_ line: String) { #expect(PositionText.masked(line) == line) }

    // MARK: Offers

    /// Whoever says yes after midnight sleeps on it another night.
    @Test(arguments: [0, 1]) func sleepingOnItIsUntilTheDayAfter(days: Int) throws {
        let index = try index(nil)
        var request = CounterRequest()
        // More than can go at once.
        request.purchase = Purchase(amount: Money(900_000, .usd), item: "piano", day: Self.day)
        let reply = try CounterDesk(index, asOf: Self.day, mayWrite: true).reply(to: request, now: Self.now)
        let offer = try #require(reply.offers.first { $0.label.hasPrefix("Sleep on") }?.id)
        let later = Self.day.adding(days: days)
        _ = try OfferBook(index, asOf: later).confirm(offer, now: Self.now + 1_200)
        #expect(try WishBook(index, asOf: later).waiting().map(\.askAgainOn) == [later.adding(days: 1)])
    }
}
