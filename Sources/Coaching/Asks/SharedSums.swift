import Ledger
import Understanding

/// Sums that are divided by how many share them.
extension Coach {
    /// Says what each of several has of the sum that was asked for; of several sums, or none, that nothing was divided.
    func shareOut(_ answer: inout Answer, _ parts: Int) {
        guard let part = part(of: answer, parts) else {
            if answer.evidence?.matched ?? 0 > 0 {
                answer.reply += " That isn't a single amount, so I didn't divide it by \(parts)."
            }
            answer.unread.append("\(parts)")
            return
        }
        answer.reply += " Divided by \(parts), that is \(part.text) each."
        answer.evidence?.figures.append(figure(part, parts))
    }

    /// What each of several has of the sum in the answer before; nil where that told none.
    func sharing(out parts: Int, _ line: String) -> Answer? {
        guard !talk.isElsewhere, let last = talk.last, let part = part(of: last, parts),
            let whole = sum(of: last)
        else { return nil }
        var answer = last
        answer.question = line.withoutControls
        answer.reply = "\(whole.text) divided by \(parts) is \(part.text) each."
        answer.tables = []
        answer.evidence?.figures.append(figure(part, parts))
        return answer
    }

    private func figure(_ part: Money, _ parts: Int) -> Figure {
        Figure(name: "each", label: "Divided by \(parts)", value: .money(part))
    }

    private func part(of answer: Answer, _ parts: Int) -> Money? {
        sum(of: answer).map { Money(roundedQuotient($0.minorUnits, by: Int64(parts)), $0.currency) }
    }

    /// The one amount that was asked for.
    private func sum(of answer: Answer) -> Money? {
        if let request = answer.request, case .ask(let ask) = request {
            guard ask.against == nil, ask.grouping == nil else { return nil }
            if ask.view == .rows {
                let rows = answer.evidence?.transactions ?? []
                return rows.count == 1 ? rows[0].amount.magnitude : nil
            }
        }
        let asked = (answer.evidence?.facts ?? []).filter(\.isAsked)
        guard asked.count == 1, case .money(let sum) = asked[0].value else { return nil }
        return sum
    }
}
