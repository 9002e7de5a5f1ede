import Testing

@testable import Terminal

@Suite struct ChartTests {
    @Test(
        arguments: [
            ([100, 50, 25], 8, ["████████", "████", "██"]),
            // 7/8, 1/8 and 1 1/2 columns of one, one and two.
            ([8, 7, 1], 1, ["█", "▉", "▏"]),
            ([4, 3], 2, ["██", "█▌"]),
            ([1_000_000, 1, 0, -5], 10, ["██████████", "▏", "", ""]),
            ([0, 0], 10, ["", ""]),
            ([-1, -2], 10, ["", ""]),
            ([5], 0, [""]),
            ([], 10, []),
        ] as [([Int64], Int, [String])])
    func bars(values: [Int64], width: Int, expected: [String]) {
        #expect(Chart.bars(values, width: width) == expected)
    }

    @Test(
        arguments: [
            ([0, 1, 2, 3, 4, 5, 6, 7], 20, "▁▂▃▄▅▆▇█"),
            ([-100, 0, 600], 20, "▁▂█"),
            ([5, 5, 5], 20, "▄▄▄"),
            // The lowest of each pair: 7, 0, 3.
            ([7, 9, 5, 0, 3, 4], 3, "█▁▄"),
            ([], 20, ""), ([1], 0, ""),
        ] as [([Int64], Int, String)])
    func sparklines(values: [Int64], width: Int, expected: String) {
        #expect(Chart.sparkline(values, width: width) == expected)
    }

    @Test(
        arguments: [
            ([0, 1, 50, 100, 900, -5], 100, "▁▂▅██▁"),
            // A twelfth of 100 is half a step.
            ([8, 9, 100], 100, "▂▃█"),
            ([.max, .min, 3], .max, "█▁▂"), ([1], 0, "▁"), ([], 5, ""),
        ] as [([Int64], Int64, String)])
    func blocks(values: [Int64], top: Int64, expected: String) {
        #expect(Chart.blocks(values, top: top) == expected)
    }

    @Test func nothingIsWiderThanItMayBe() {
        let extreme: [Int64] = [.max, .min, 0, 1, -1, .max / 3]
        for width in 0...40 {
            #expect(Chart.bars(extreme, width: width).allSatisfy { DisplayWidth.of($0) <= width })
            #expect(DisplayWidth.of(Chart.sparkline(extreme, width: width)) <= width)
        }
    }
}
