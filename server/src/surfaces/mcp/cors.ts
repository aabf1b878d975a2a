/** The headers that scripts of other origins may read, besides those that browsers always expose. */
const exposed =
  "WWW-Authenticate, Mcp-Session-Id, Mcp-Protocol-Version, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id"

/** The headers that the official clients send from a browser, in the present protocol version and the next one. */
const allowed =
  "Authorization, Content-Type, Accept, Mcp-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name, Last-Event-ID, SVC-Workspace, X-Request-Id"

/** Undefined for every origin that is not named. There is no `Allow-Credentials`: a page sends its own token. */
export function corsHeaders(
  named: readonly string[],
): (origin: string | undefined) => Readonly<Record<string, string>> | undefined {
  const byOrigin = new Map(named.map((origin) => [origin, headersFor(origin)]))
  return (origin) => (origin === undefined ? undefined : byOrigin.get(origin.toLowerCase()))
}

function headersFor(origin: string): Readonly<Record<string, string>> {
  return {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": exposed,
    vary: "Origin",
  }
}

export const mcpPreflight: Readonly<Record<string, string>> = {
  "access-control-allow-methods": "POST",
  "access-control-allow-headers": allowed,
  "access-control-max-age": "7200",
}
