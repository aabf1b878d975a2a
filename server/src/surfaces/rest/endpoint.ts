import type { z } from "zod"
import type { PublicAction } from "#access/action.ts"
import { type ErrorCode, errorCodes } from "#kernel/error.ts"
import type { Policy } from "../transport/rate-limit.ts"

/** One row of the endpoint table. */
export interface Endpoint {
  readonly id: string
  readonly method: "GET" | "POST"
  /** With `{name}` for each path parameter; what is left of the input is the query of a GET or the body of a POST. */
  readonly path: string
  readonly summary: string
  readonly description: string
  /** The chapter of `openapi.json` it stands in. */
  readonly tag: "Onboarding" | "Handover" | "Previews"
  /** Query parameters that clients are told to send always. */
  readonly requiredQuery: readonly string[]
  /** Which rate limit it counts against. */
  readonly policy: Policy
  /** Whether an unknown offer or a failed gift code here counts against the stricter limit on misses. */
  readonly countsMisses: boolean
  /** Whether an `Idempotency-Key` is honoured. */
  readonly idempotent: boolean
  /** The refusals that it has beside those of every endpoint (`everyEndpointRefuses`). */
  readonly errors: readonly ErrorCode[]
  /** Sent as it is. */
  readonly cacheControl: string
  /** For an image, the action answers `bytes` and `etag`. */
  readonly answers: "application/json" | "image/png"
  readonly action: PublicAction
}

/**
 * The refusals of every endpoint. All of them refuse at least a version that does not exist, with `invalid_request`.
 */
export const everyEndpointRefuses: readonly ErrorCode[] = ["invalid_request", "rate_limited", "internal_error"]

type Declared<Input extends z.ZodType, Output extends z.ZodType> = Pick<
  Endpoint,
  "id" | "method" | "path" | "tag" | "summary" | "description"
> &
  Partial<Omit<Endpoint, "action">> & { readonly action: PublicAction<Input, Output> }

/** Declares a row. A field that is left out has the value that most endpoints have. */
export function endpoint<Input extends z.ZodType, Output extends z.ZodType>(row: Declared<Input, Output>): Endpoint {
  return {
    policy: row.method === "GET" ? "reads" : "writes",
    countsMisses: false,
    idempotent: false,
    requiredQuery: [],
    errors: [],
    cacheControl: "no-store",
    answers: "application/json",
    ...row,
    // The one variance hole: the table holds actions of any input and output.
    action: row.action as unknown as PublicAction,
  }
}

/** The names between braces in a path. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "")
}

/** The names of everything the endpoint takes, wherever it is sent. */
export function inputNames({ action }: Endpoint): string[] {
  return Object.keys((action.input as unknown as { shape: object }).shape)
}

/** The statuses in an endpoint's own list; those that HTTP itself has for every endpoint are described beside it. */
export function listedStatuses({ method, errors }: Endpoint): number[] {
  const faults: ErrorCode[] = [...errors, "rate_limited", "internal_error"]
  if (method === "POST") faults.push("invalid_request")
  return [...new Set([200, ...faults.map((code) => errorCodes[code].status)])].sort((a, b) => a - b)
}

/** The statuses that an endpoint promises: its own answers and refusals, and those of every endpoint. */
export function promisedStatuses({ errors, answers }: Endpoint): number[] {
  const refusals = [...errors, ...everyEndpointRefuses].map((code) => errorCodes[code].status)
  return [...new Set([200, ...(answers === "image/png" ? [304] : []), ...refusals])].sort((a, b) => a - b)
}
