import { z } from "zod"
import type { ErrorCode } from "#kernel/error.ts"
import { type Endpoint, promisedStatuses } from "../endpoint.ts"
import { type HeaderName, headerReferences } from "./headers.ts"

/** The codes that the REST API sends; the others belong to agents and the console. */
const restCodes = [
  "invalid_request",
  "not_found",
  "conflict",
  "rate_limited",
  "internal_error",
  "upstream_error",
] as const satisfies readonly ErrorCode[]

/** The error envelope. */
export const envelope = z
  .object({
    error: z.object({
      code: z.enum(restCodes),
      message: z.string().describe("What happened, in a sentence."),
      hint: z.string().optional().describe("What to do about it; present only when there is something to do."),
    }),
  })
  .meta({ id: "Error", description: "Every refusal, whatever its status." })

interface Refusal {
  description: string
  headers: HeaderName[]
  code: (typeof restCodes)[number]
  message: string
  hint?: string
}

/** What each status means, with an example. */
const refusals: Record<string, Refusal> = {
  400: {
    description: "The request is malformed, its input does not fit, or `SVC-Version` names no supported version.",
    headers: [],
    code: "invalid_request",
    message: "The header `SVC-Version` does not name a supported version.",
    hint: "Send it once, as one of: 2026-08-24; or leave it out for 2026-08-24.",
  },
  404: {
    description: "There is no such thing.",
    headers: [],
    code: "not_found",
    message: "There is no such offer.",
  },
  409: {
    description:
      "The request conflicts with the present state; also an Idempotency-Key that came with another body, or whose first request is still being worked on.",
    headers: ["Retry-After"],
    code: "conflict",
    message: "This Idempotency-Key came with another request before.",
    hint: "Send the same body with it, or use a new key for a new operation.",
  },
  413: {
    description: "The body is larger than 64 KiB.",
    headers: [],
    code: "invalid_request",
    message: "The body is too large.",
  },
  415: {
    description: "The body is not JSON by its `Content-Type`.",
    headers: [],
    code: "invalid_request",
    message: "The body is of a type that is not read here.",
    hint: "Send JSON with `Content-Type: application/json`.",
  },
  429: {
    description: "Too many requests. Wait as long as `Retry-After` says.",
    headers: ["Retry-After"],
    code: "rate_limited",
    message: "More than 300 requests of this kind came from your network in a minute.",
    hint: "Wait as many seconds as `Retry-After` says, then go on more slowly.",
  },
  500: {
    description:
      "A fault on our side (`internal_error`), or on that of somebody we depend on (`upstream_error`). Safe to try again with the same Idempotency-Key.",
    headers: ["Retry-After"],
    code: "internal_error",
    message: "Something went wrong on our side.",
    hint: "Try again in a moment; with the same Idempotency-Key it is safe.",
  },
  503: {
    description: "The service is restarting, has too much to do, or does not reach its database.",
    headers: ["Retry-After"],
    code: "internal_error",
    message: "The service is restarting.",
    hint: "Try again in a moment; with the same Idempotency-Key it is safe.",
  },
}

/** The responses of all refusals, to be referred to as `#/components/responses/Refusal<status>`. */
export function refusalComponents(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(refusals).map(([status, refusal]) => [`Refusal${status}`, toResponse(refusal)]),
  )
}

/** References to the refusals of one endpoint, by status. */
export function refusalReferences(endpoint: Endpoint): Record<string, { $ref: string }> {
  const own = promisedStatuses(endpoint).filter((status) => status >= 400)
  const withBody = endpoint.method === "POST" ? [413, 415] : []
  const statuses = [...own, ...withBody, 503]
  return Object.fromEntries(
    statuses.sort().map((status) => [status, { $ref: `#/components/responses/Refusal${status}` }]),
  )
}

function toResponse({ description, headers, code, message, hint }: Refusal): object {
  const example = { error: { code, message, ...(hint === undefined ? {} : { hint }) } }
  return {
    description,
    headers: headerReferences(...headers),
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" }, example } },
  }
}
