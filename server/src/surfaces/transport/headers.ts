const exposed =
  "RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, SVC-Version, Deprecation, Sunset, Link, Idempotent-Replayed, X-Request-Id, ETag"

/** The headers of every response of the API. CORS is open to every origin, without credentials. */
export const everyResponse: Readonly<Record<string, string>> = {
  vary: "SVC-Version",
  "access-control-allow-origin": "*",
  "access-control-expose-headers": exposed,
  "x-content-type-options": "nosniff",
}

/** The response to a preflight request, which a browser sends before a request with this API's headers. */
export const preflight: Readonly<Record<string, string>> = {
  "access-control-allow-headers": "Content-Type, Idempotency-Key, SVC-Version, If-None-Match, X-Request-Id",
  "access-control-max-age": "7200",
}
