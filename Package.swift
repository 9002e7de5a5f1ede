// swift-tools-version: 6.1
import PackageDescription

/// Own C code notices a smashed stack and a copy beyond its buffer, and ends the program.
let hardened: [CSetting] = [
    .unsafeFlags(["-fstack-protector-strong", "-fcf-protection"]),
    .unsafeFlags(["-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2"], .when(configuration: .release)),
]

/// The rooms of the house. ARCHITECTURE.md says what each holds; the arrows between them are the
/// `dependencies` below, and only those.
let package = Package(
    name: "coach",
    products: [
        .executable(name: "coach", targets: ["coach"])
    ]
        + (Context.environment["COACH_FUZZ"] == nil
            ? [] : [.library(name: "Fuzzing", type: .static, targets: ["Fuzzing"])]),
    targets: [
        // C libraries: one module each, with typed inline shims.
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "CCurl", cSettings: hardened),
        .target(name: "CCrypto", cSettings: hardened),
        .target(name: "CQRCode", cSettings: hardened),
        .target(name: "CSecret", cSettings: hardened),
        .target(
            name: "CMicrohttpd", cSettings: hardened,
            // What the library looks for in the program before it takes its own.
            linkerSettings: [
                .unsafeFlags(["-Xlinker", "--export-dynamic-symbol=MHD_queue_response"])
            ]),
        .systemLibrary(
            name: "CMarkdown",
            providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
        .target(name: "CReadline", cSettings: hardened),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        // Optimized in every build: the tests read thousands of lines with it.
        .target(name: "CNumerics", cSettings: hardened + [.unsafeFlags(["-O3", "-ffast-math"])]),
        .target(name: "CResources", cSettings: [.unsafeFlags(["-std=gnu23"])]),

        .target(name: "Ledger"),
        .target(name: "Resources", dependencies: ["CResources", "Ledger"]),
        .target(name: "Store", dependencies: ["CSQLite", "Ledger", "Resources"]),
        .target(
            name: "Importing", dependencies: ["CZlib", "Ledger", "Resources", "Store"],
            linkerSettings: [.unsafeFlags(["-Xlinker", "-l:libz.a"])]),
        .target(
            name: "Feeds", dependencies: ["CCrypto", "CCurl", "CSecret", "Ledger", "Resources", "Store", "Importing"]),
        .target(name: "Payments", dependencies: ["Feeds", "Ledger", "Store"]),
        .target(name: "Retrieval", dependencies: ["Ledger", "Resources", "Store"]),
        .target(name: "Understanding", dependencies: ["CNumerics", "Ledger", "Resources"]),
        .target(name: "Advice", dependencies: ["Ledger", "Resources", "Store", "Retrieval"]),
        .target(name: "LanguageModel", dependencies: ["CCurl", "Ledger"]),
        .target(
            name: "Terminal", dependencies: ["CMarkdown", "CQRCode", "CReadline", "Ledger"],
            // Statically: their names change with every version, and nothing is looked for at start-up.
            linkerSettings: [
                .unsafeFlags(["-Xlinker", "-l:libcmark-gfm-extensions.a", "-Xlinker", "-l:libcmark-gfm.a"])
            ]),
        .target(
            name: "Coaching",
            dependencies: [
                "Ledger", "Resources", "Store", "Retrieval", "Understanding", "Advice", "LanguageModel",
            ]),
        .target(
            name: "Service",
            dependencies: [
                "CCrypto", "CCurl", "CMicrohttpd", "Ledger", "Resources", "Store", "Importing", "Feeds", "Payments",
                "Retrieval", "Understanding", "Advice", "LanguageModel", "Coaching",
            ]),
        .executableTarget(
            name: "coach",
            dependencies: [
                "Ledger", "Resources", "Store", "Importing", "Feeds", "Payments", "Retrieval", "Understanding",
                "Advice",
                "LanguageModel", "Terminal", "Coaching", "Service",
            ],
            // The Swift library is a part of the program, and so is the C++ library that it uses: opening it at every start
            // takes longer than a question's sums. Set only for the linker, so that tests can reuse the compiled modules.
            linkerSettings: [
                .unsafeFlags(
                    [
                        "-static-stdlib", "-L\(Context.packageDirectory)/scripts/static",
                        "-Xclang-linker", "-static-libgcc",
                        // What the dynamic linker fills in is read-only before the program begins.
                        "-Xlinker", "-z", "-Xlinker", "relro", "-Xlinker", "-z", "-Xlinker", "now",
                        "-Xlinker", "-z", "-Xlinker", "noexecstack",
                    ],
                    .when(configuration: .release))
            ]),

        // Measures the understanding of questions and the detectors; not part of the product.
        .executableTarget(
            name: "eval",
            dependencies: [
                "Ledger", "Resources", "Store", "Importing", "Understanding", "Retrieval", "Coaching", "TestSupport",
            ]),

        // Seeded numbers, ledgers of which it is known what is in them, folders that go with their test.
        .target(name: "TestSupport", dependencies: ["Ledger", "Retrieval"], path: "Tests/Support"),

        // Files of SQLite's in which every write can fail.
        .target(name: "FaultyFiles", path: "Tests/FaultyFiles"),

        // The parsers of files as random bytes meet them; `make fuzz` links it with libFuzzer.
        .target(
            name: "Fuzzing",
            dependencies: [
                "Advice", "Coaching", "Feeds", "Importing", "LanguageModel", "Ledger", "Resources", "Service", "Store",
                "Understanding",
            ],
            path: "Tests/Fuzzing"),

        .testTarget(name: "LedgerTests", dependencies: ["Ledger", "TestSupport"]),
        .testTarget(name: "StoreTests", dependencies: ["FaultyFiles", "Store", "Ledger", "TestSupport"]),
        .testTarget(
            name: "ImportingTests",
            dependencies: ["Importing", "Store", "Ledger", "Coaching", "Fuzzing", "TestSupport"]),
        .testTarget(
            name: "FeedsTests",
            dependencies: ["CCrypto", "Coaching", "Feeds", "Importing", "Store", "Retrieval", "Ledger", "TestSupport"]),
        .testTarget(
            name: "PaymentsTests",
            dependencies: ["Payments", "Feeds", "Store", "Importing", "Retrieval", "Advice", "Ledger", "TestSupport"]),
        .testTarget(name: "RetrievalTests", dependencies: ["Retrieval", "Store", "Ledger", "TestSupport"]),
        .testTarget(name: "UnderstandingTests", dependencies: ["Understanding", "Resources", "Ledger", "TestSupport"]),
        .testTarget(name: "AdviceTests", dependencies: ["Advice", "Retrieval", "Store", "Ledger", "TestSupport"]),
        .testTarget(name: "LanguageModelTests", dependencies: ["LanguageModel", "Ledger"]),
        .testTarget(
            name: "PeerTests",
            dependencies: [
                "Advice", "Feeds", "Importing", "LanguageModel", "Ledger", "Payments", "Retrieval", "Service", "Store",
                "TestSupport",
            ],
            exclude: ["mcp_http.py", "openid.py", "plaid_http.py", "replies.json"]),
        .testTarget(
            name: "CoachingTests",
            dependencies: [
                "CMarkdown", "Coaching", "Importing", "Retrieval", "Advice", "LanguageModel", "Resources",
                "Understanding",
                "Store", "Ledger", "Terminal", "TestSupport",
            ],
            exclude: ["recordings"]),
        .testTarget(
            name: "ServiceTests",
            dependencies: [
                "Service", "Coaching", "FaultyFiles", "Importing", "Resources", "Store", "Advice", "Retrieval",
                "Ledger",
                "TestSupport",
            ]),
        .testTarget(name: "TerminalTests", dependencies: ["Terminal", "Ledger", "TestSupport"]),
        .testTarget(
            name: "AnswerTests",
            dependencies: [
                "Ledger", "Resources", "Store", "Importing", "Understanding", "Retrieval", "Advice", "Coaching",
                "Service", "TestSupport",
            ]),
        .testTarget(name: "ConversationTests", dependencies: ["TestSupport"]),
        .testTarget(
            name: "FunctionalTests",
            dependencies: ["TestSupport"],
            exclude: [
                "doors.py", "local_service.py", "open.tsv", "scripts", "scripted-bank.py", "scripted-hook.py",
                "scripted-model.py",
                "scripted-plaid.py",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// Tests of a release build aren't optimized: compiling them optimized takes longer than running them.
for target in package.targets where target.type == .test {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
}
