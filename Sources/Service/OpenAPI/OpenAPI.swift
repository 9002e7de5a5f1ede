import Ledger

/// The description of all routes (OpenAPI 3.1), made from the table that requests are answered by.
public enum OpenAPI {
    public static func document(version: String) -> JSON {
        var paths: [(String, JSON)] = []
        for template in Routes.all.map(\.template) where !paths.contains(where: { $0.0 == template }) {
            let routes = Routes.all.filter { $0.template == template }
            paths.append((template, .object(routes.map { ($0.method.lowercased(), operation($0)) })))
        }
        return .object([
            ("openapi", .string("3.1.0")),
            (
                "info",
                .object([
                    ("title", .string("coach")), ("version", .string(version)),
                    ("description", .string("Answers about your own money, computed from all of your transactions.")),
                ])
            ),
            ("paths", .object(paths)),
            (
                "components",
                .object([
                    (
                        "securitySchemes",
                        .object([
                            ("token", .object([("type", .string("http")), ("scheme", .string("bearer"))]))
                        ])
                    )
                ])
            ),
        ])
    }

    private static func operation(_ route: Route) -> JSON {
        let key = Route.Parameter(name: "Idempotency-Key", schema: Shape.textOfName)
        var parameters = route.parameters.map { parameter($0, in: $0.isInPath ? "path" : "query") }
        if route.isWriting { parameters.append(parameter(key, in: "header")) }
        var members: [(String, JSON)] = [("summary", .string(route.summary))]
        if !parameters.isEmpty { members.append(("parameters", .array(parameters))) }
        if let body = route.body {
            members.append(
                ("requestBody", .object([("required", .bool(true)), ("content", content(body))])))
        }
        members.append(("responses", .object(responses(route))))
        members.append(("security", .array(route.scope == nil ? [] : [.object([("token", .array([]))])])))
        return .object(members)
    }

    private static func responses(_ route: Route) -> [(String, JSON)] {
        let whole = Shape.object([
            ("error", Shape.object([("code", Shape.text), ("message", Shape.text), ("details", Shape.anyObject)])),
            ("traceId", Shape.text),
        ])
        let flat = Shape.object([("error", Shape.text), ("message", Shape.text), ("traceId", Shape.text)])
        // What can't be read at all is refused before it is known which route it was for.
        let others = (route.isFlat ? [flat] : []) + [route.fault].compactMap(\.self)
        let fault = content(others.isEmpty ? whole : .object([("anyOf", .array(others + [whole]))]))
        var types: [(String, JSON)] = [("application/json", .object([("schema", route.answer)]))]
        if route.streams { types.append(("text/event-stream", .object([("schema", Shape.text)]))) }
        func response(_ words: String, _ content: JSON? = nil) -> JSON {
            .object([("description", .string(words))] + (content.map { [("content", $0)] } ?? []))
        }
        let notes = JSON.object([
            (
                Route.notesHeader,
                .object([
                    (
                        "description",
                        .string(
                            "what is missing from the answer, as a list of sentences in JSON; not there without any")
                    ),
                    ("schema", Shape.text),
                ])
            )
        ])
        let answer = response("the answer", .object(types))
        return [("200", route.tellsNotes ? .object((answer.object ?? []) + [("headers", notes)]) : answer)]
            + (route.isQuiet ? [("202", response("taken without a word"))] : [])
            + (route.isUnderWay ? [("202", response("under way: how far it has come", .object(types)))] : [])
            + [
                ("4XX", response("what to do", fault)),
                ("5XX", response("it can't be answered now, or a bank or another service is at fault", fault)),
            ]
    }

    private static func parameter(_ parameter: Route.Parameter, in place: String) -> JSON {
        .object([
            ("name", .string(parameter.name)), ("in", .string(place)),
            ("required", .bool(parameter.isNeeded || place == "path")),
            ("schema", parameter.schema),
        ])
    }

    private static func content(_ schema: JSON) -> JSON {
        .object([("application/json", .object([("schema", schema)]))])
    }
}
