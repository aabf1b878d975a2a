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
  "RateLimit-Limit": bounded(integer("How many requests of this kind a client network has in a window of 60 s."), {
    minimum: 1,
  }),
  "RateLimit-Remaining": integer("How many of them are left."),
  "RateLimit-Reset": bounded(integer("Seconds until the window starts anew."), { minimum: 1, maximum: 60 }),
  "Retry-After": {
    description: "Seconds to wait before the next try; always on 429 and 503.",
    schema: { type: "integer", minimum: 1 },
  },
  "SVC-Version": sent(text("The version of the API that answered.", { format: "date", examples: ["2026-08-24"] })),
  "X-Request-Id": sent(text("Names this request in our logs; quote it when something went wrong.", { maxLength: 64 })),
  Deprecation: text("When this version was deprecated, as an HTTP-date; absent while it is not."),
  Sunset: text("When this version stops, as an HTTP-date; absent while it stays."),
  Link: text('With `rel="deprecation"`: where the migration is described.'),
  "Idempotent-Replayed": text("`true` when this is the stored answer of an earlier request.", { const: "true" }),
  ETag: sent(text("Names these bytes; send it as `If-None-Match`.")),
  Allow: text("The methods that the address has; always on 405.", { examples: ["POST, OPTIONS"] }),
  Vary: sent(text("Names `SVC-Version`: caches keep the versions apart.")),
  "Set-Cookie": text(
    "Remembers in this browser that it paid, so that it gets the delivery link again. Scripts cannot read it; a replay sets it again.",
  ),
  "Cache-Control": sent(text("How long the answer may be kept.")),
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
