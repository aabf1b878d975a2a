import type { z } from "zod"
import type { PublicAction } from "#access/action.ts"
import { type ErrorCode, errorCodes } from "#kernel/error.ts"
import type { Policy } from "../transport/rate-limit.ts"

export interface Endpoint {
  readonly id: string
  readonly method: "GET" | "POST"
  /** The path, with `{name}` for each parameter. The rest of the input is the query of a GET or the body of a POST. */
  readonly path: string
  readonly summary: string
  readonly description: string
  /** The chapter of `openapi.json` that lists it. */
  readonly tag: "Onboarding" | "Handover" | "Previews"
  /** Query parameters that clients should always send. */
  readonly requiredQuery: readonly string[]
  readonly policy: Policy
  /** Whether an unknown offer or a failed gift code here counts against the stricter limit on misses. */
  readonly countsMisses: boolean
  readonly idempotent: boolean
  /** Its own refusals. `everyEndpointRefuses` has the common ones. */
  readonly errors: readonly ErrorCode[]
  readonly cacheControl: string
  /** For an image, the action returns `bytes` and `etag`. */
  readonly answers: "application/json" | "image/png"
  readonly action: PublicAction
}

/** The refusals of every endpoint. Each refuses at least an unknown version, with `invalid_request`. */
export const everyEndpointRefuses: readonly ErrorCode[] = ["invalid_request", "rate_limited", "internal_error"]

type Declared<Input extends z.ZodType, Output extends z.ZodType> = Pick<
  Endpoint,
  "id" | "method" | "path" | "tag" | "summary" | "description"
> &
  Partial<Omit<Endpoint, "action">> & { readonly action: PublicAction<Input, Output> }

/** Declares a row. An absent field has the most common value. */
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
    // The only unsafe cast: the table contains actions of any input and output.
    action: row.action as unknown as PublicAction,
  }
}

export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "")
}

export function inputNames({ action }: Endpoint): string[] {
  return Object.keys((action.input as unknown as { shape: object }).shape)
}

/** The statuses in an endpoint's own list. The statuses of HTTP itself are described once for all endpoints. */
export function listedStatuses({ method, errors }: Endpoint): number[] {
  const faults: ErrorCode[] = [...errors, "rate_limited", "internal_error"]
  if (method === "POST") faults.push("invalid_request")
  return [...new Set([200, ...faults.map((code) => errorCodes[code].status)])].sort((a, b) => a - b)
}

/** The statuses that an endpoint promises: its own responses and refusals, and those of every endpoint. */
export function promisedStatuses({ errors, answers }: Endpoint): number[] {
  const refusals = [...errors, ...everyEndpointRefuses].map((code) => errorCodes[code].status)
  return [...new Set([200, ...(answers === "image/png" ? [304] : []), ...refusals])].sort((a, b) => a - b)
}
