import Ledger

extension Routes {
    /// Signing in at an OpenID provider, as the Safepocket API has it.
    static let signIn: [Route] = [
        Route(
            "POST", "/api/auth/token", "Exchanges an authorization code or a refresh token for an access token", nil,
            body: Shape.object(
                [
                    ("grantType", Shape.choice(["authorization_code", "refresh_token"])), ("code", Shape.text),
                    ("redirectUri", Shape.text), ("codeVerifier", Shape.text), ("refreshToken", Shape.text),
                ], optional: ["code", "redirectUri", "codeVerifier", "refreshToken"]),
            answer: Shape.object([
                ("accessToken", Shape.text), ("idToken", Shape.orNull(Shape.text)),
                ("refreshToken", Shape.orNull(Shape.text)), ("expiresIn", Shape.orNull(Shape.whole)),
                ("tokenType", Shape.text), ("userId", Shape.text), ("traceId", Shape.text),
            ]), isLong: true, run: exchange)
    ]

    /// Attempts a minute from one address.
    private static let mostSignIns = 30

    private static func exchange(_ call: Call) throws -> HTTPResponse {
        guard let provider = call.service.settings.openID else {
            throw HTTPFault(.notFound, "signing in isn't offered here; tokens come from `coach token add`")
        }
        try call.service.limit("sign in " + (call.request.peer ?? ""), perMinute: mostSignIns)
        let fields = try call.fields()
        func needed(_ name: String) throws -> String { try fields.needed(name, fields.text(name, most: 4_096)) }
        var form: [(String, String)]
        switch try needed("grantType") {
        case "authorization_code":
            form = [
                ("grant_type", "authorization_code"), ("code", try needed("code")),
                ("redirect_uri", try needed("redirectUri")),
            ]
            if let verifier = try fields.text("codeVerifier") { form.append(("code_verifier", verifier)) }
        case "refresh_token":
            form = [("grant_type", "refresh_token"), ("refresh_token", try needed("refreshToken"))]
        default:
            throw HTTPFault(.invalidRequest, "“grantType” must be authorization_code or refresh_token")
        }
        let (reply, grant) = try provider.exchange(form, at: call.now)
        func text(_ name: String) -> JSON { .optional(reply[name]?.string, JSON.string) }
        return HTTPResponse(
            .object([
                ("accessToken", text("access_token")), ("idToken", text("id_token")),
                ("refreshToken", text("refresh_token")),
                ("expiresIn", .optional(reply["expires_in"]?.int64, JSON.integer)), ("tokenType", .string("Bearer")),
                ("userId", .string(grant.person)), ("traceId", .string(call.trace)),
            ]))
    }
}
