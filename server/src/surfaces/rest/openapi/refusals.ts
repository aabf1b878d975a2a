import { z } from "zod"
import type { ErrorCode } from "#kernel/error.ts"
import { parserFault } from "../../transport/door/parser-faults.ts"
import { stopping, wrongMethod } from "../../transport/door/protocol-refusals.ts"
import { toServiceError } from "../../transport/error-envelope.ts"
import { type Endpoint, listedStatuses } from "../endpoint.ts"
import type { About } from "./about.ts"
import { errorExamples, exampleOf, unsupportedVersion } from "./error-examples.ts"
import type { Examples } from "./examples.ts"
import { type HeaderName, headerReferences } from "./headers.ts"

/** The codes of the REST API. The other codes belong to agents and the console. */
const restCodes = [
  "invalid_request",
  "not_found",
  "conflict",
  "rate_limited",
  "internal_error",
  "upstream_error",
] as const satisfies readonly ErrorCode[]

const detail = z
  .object({
    code: z.enum(restCodes).describe("The kind of error; each status has its codes."),
    message: z.string().describe("What is wrong, in whole sentences; names every invalid field."),
    hint: z.string().optional().describe("What to do, if there is something to do."),
  })
  .meta({ id: "ErrorDetail", description: "What is wrong and what to do." })

export const envelope = z.object({ error: detail }).meta({ id: "Error", description: "The body of every error." })

/** The meaning of each status in an operation's own list. */
const meanings: Readonly<Record<number, { description: string; headers?: HeaderName[] }>> = {
  400: { description: "The request is malformed, its input is invalid, or its version is not supported." },
  404: { description: "Not found." },
  409: {
    description:
      "The request conflicts with the current state, or its Idempotency-Key was used with another body or is still in progress.",
    headers: ["Retry-After"],
  },
  429: { description: "Too many requests. Wait for the number of seconds in `Retry-After`.", headers: ["Retry-After"] },
  500: {
    description:
      "A fault on our side (`internal_error`) or of a service we depend on (`upstream_error`). Safe to retry with the same Idempotency-Key.",
    headers: ["Retry-After"],
  },
}

/** The refusals in an operation's own list, with one example for each cause. */
export function ownRefusals(endpoint: Endpoint, about: About): Record<string, object> {
  const examples = errorExamples(endpoint, about)
  const statuses = listedStatuses(endpoint).filter((status) => status >= 400)
  const refusals = statuses.map((status) => {
    const { description = "", headers = [] } = meanings[status] ?? {}
    return [status, refusal(description, headers, examples[status] ?? {})]
  })
  return Object.fromEntries(refusals)
}

/** Responses besides the statuses in an operation's own list: an unsupported version, and refusals by HTTP itself. */
export function defaultResponse(about: About): object {
  const framework = (code: string) => toServiceError({ code })
  const refused = {
    400: unsupportedVersion(about),
    405: wrongMethod("PUT", "GET, HEAD, OPTIONS"),
    408: parserFault("ERR_HTTP_REQUEST_TIMEOUT"),
    413: framework("FST_ERR_CTP_BODY_TOO_LARGE"),
    415: framework("FST_ERR_CTP_INVALID_MEDIA_TYPE"),
    431: parserFault("HPE_HEADER_OVERFLOW"),
    503: stopping(),
  }
  const examples = Object.entries(refused).map(([status, error]) => [`status${status}`, exampleOf(error)] as const)
  return refusal(
    [
      "The statuses that all operations share, with the error envelope:",
      "- 400: `SVC-Version` names no supported version.",
      "- 405: the method is not allowed; `Allow` lists those that are.",
      "- 408: the request took too long to arrive.",
      "- 413: the body is larger than 64 KiB.",
      "- 415: the `Content-Type` is not JSON.",
      "- 431: the headers are larger than 16 KiB.",
      "- 503: the service is restarting, overloaded or without its database. Wait for the number of seconds in `Retry-After`.",
    ].join("\n"),
    ["Retry-After", "Allow"],
    Object.fromEntries(examples),
  )
}

function refusal(description: string, headers: HeaderName[], examples: Examples): object {
  return {
    description,
    headers: headerReferences(...headers),
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" }, examples } },
  }
}
