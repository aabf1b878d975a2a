import type { JsonSchema } from "./json-schema.ts"

interface Header {
  description: string
  required?: boolean
  schema: JsonSchema
}

const integer = (description: string): Header => ({
  description,
  required: true,
  schema: { type: "integer", minimum: 0 },
})
const text = (description: string, schema: JsonSchema = {}): Header => ({
  description,
  schema: { type: "string", ...schema },
})
const bounded = (header: Header, limits: JsonSchema): Header => ({ ...header, schema: { ...header.schema, ...limits } })
const sent = (header: Header): Header => ({ ...header, required: true })

/** Every header a response may have, described once. */
export const headerComponents = {
  "RateLimit-Limit": bounded(integer("Requests of this kind per client network and 60 seconds."), {
    minimum: 1,
  }),
  "RateLimit-Remaining": integer("Remaining requests."),
  "RateLimit-Reset": bounded(integer("Seconds until the window ends."), { minimum: 1, maximum: 60 }),
  "Retry-After": {
    description: "Seconds to wait before a retry; always on 429 and 503.",
    schema: { type: "integer", minimum: 1 },
  },
  "SVC-Version": sent(text("The API version of the response.", { format: "date", examples: ["2026-08-24"] })),
  "X-Request-Id": sent(text("The request’s id in our logs. Quote it when you report a problem.", { maxLength: 64 })),
  Deprecation: text("When this version was deprecated, as an HTTP-date."),
  Sunset: text("When this version stops, as an HTTP-date."),
  Link: text('With `rel="deprecation"`: the migration note.'),
  "Idempotent-Replayed": text("`true` for the stored response of an earlier request.", { const: "true" }),
  ETag: sent(text("The image’s tag; send it as `If-None-Match`.")),
  Allow: text("The allowed methods; always on 405.", { examples: ["POST, OPTIONS"] }),
  Vary: sent(text("Contains `SVC-Version`, so that caches separate versions.")),
  "Set-Cookie": text("Lets the browser that paid get the delivery link again. HttpOnly; a replay sets it again."),
  "Cache-Control": sent(text("How long the response may be cached.")),
} satisfies Record<string, Header>

export type HeaderName = keyof typeof headerComponents

const everywhere: HeaderName[] = [
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
  "SVC-Version",
  "X-Request-Id",
  "Cache-Control",
  "Vary",
  "Deprecation",
  "Sunset",
  "Link",
]

/** References to the headers that every response has, and to `more`. */
export function headerReferences(...more: HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries([...everywhere, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
