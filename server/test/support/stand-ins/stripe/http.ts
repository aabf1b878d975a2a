import type { IncomingMessage, ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import { findRoute } from "./api.ts"
import { readForm, type StripeForm } from "./form.ts"
import { judgeRequest, type WireRequest } from "./judge/index.ts"
import { invalid, missing, StripeRefusal } from "./refusal.ts"
import type { StandInAccount, StripeState } from "./state.ts"

export interface SeenRequest extends WireRequest {
  parameters: StripeForm
}

/** A fault of a request whose method and path contain `path`. */
export interface Fault {
  kind:
    | "drop-before" // the connection closes without an effect
    | "drop-after" // the connection closes after the effect
    | "truncate" // the body ends early, after the effect
    | "garble" // the body is not JSON, after the effect
    | "slow" // the response takes `ms`
    | "drip" // the body is sent byte by byte, one every `ms`
    | "500-stored" // stored for the key, and marked so at once
    | "500-stored-late" // stored for the key after the effect, which shows only in a repetition
    | "500" // not stored
    | "429"
    | "409"
    | "400" // a parameter that a buyer cannot have caused
    | "401"
    | "missing" // a 404: keys of another account
    | "403"
    | "402-stored" // stored for the key, although it is a refusal
    | "too-small" // less than the account's own currency allows
    | "wrong-answer" // another amount than the session's
    | "empty" // the response is `{}`, after the effect
  path?: string
  times?: number
  ms?: number
}

interface StandIn {
  state: StripeState
  requests: SeenRequest[]
  faults: Fault[]
  /** Differences between the requests and the SDK's declarations. */
  verdicts: string[]
}

interface Answer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

const internalError: Answer = {
  status: 500,
  body: { error: { type: "api_error", message: "An unknown error occurred." } },
}

/** Responds to one request as Stripe would: authentication, faults, idempotency, then the resource. */
export async function answerRequest(standIn: StandIn, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? "/", "http://stripe")
  const body = await text(request)
  const query = url.search.slice(1)
  const parameters = readForm(request.method === "POST" ? body : query)
  const seen = { method: request.method ?? "", path: url.pathname, query, headers: request.headers, parameters, body }
  standIn.requests.push(seen)
  standIn.verdicts.push(...judgeRequest(seen))
  const fault = takeFault(standIn.faults, `${seen.method} ${url.pathname}`)
  if (fault?.kind === "drop-before") return void request.socket.destroy()
  const answer = await answerOnce(standIn.state, seen, fault)
  if (fault?.kind === "drop-after") return void request.socket.destroy()
  response.setHeader("request-id", `req_${standIn.requests.length}`)
  send(response, fault, answer)
}

function takeFault(faults: Fault[], path: string): Fault | undefined {
  const index = faults.findIndex((fault) => path.includes(fault.path ?? ""))
  const fault = faults[index]
  if (!fault) return undefined
  fault.times = (fault.times ?? 1) - 1
  if (fault.times === 0) faults.splice(index, 1)
  return fault
}

/** Authenticates the account, and separates requests with a key from those without. */
async function answerOnce(state: StripeState, seen: SeenRequest, fault: Fault | undefined): Promise<Answer> {
  const account = state.accounts.get(/^Bearer (.+)$/.exec(seen.headers.authorization ?? "")?.[1] ?? "")
  if (!account) return toAnswer(unknownKey)
  const isPublishable = seen.headers.authorization === `Bearer ${account.publishableKey}`
  const isAllowed = isPublishable
    ? seen.path === "/v1/tokens"
    : !account.forbidden?.some((part) => `${seen.method} ${seen.path}`.includes(part))
  if (account.refusal) return toAnswer(keyRefusals[account.refusal])
  if (!isAllowed) return toAnswer(notPermitted)
  const refusal = refusals[fault?.kind ?? "none"]
  if (refusal) return toAnswer(refusal)
  if (fault?.kind === "500") return internalError
  const work = () => run(state, account, seen)
  const key = seen.method === "POST" ? seen.headers["idempotency-key"] : undefined
  if (typeof key === "string") {
    const fingerprint = `${seen.method} ${seen.path} ${seen.body}`
    return answerKeyed(state, { place: `${account.secretKey} ${key}`, fingerprint, fault }, work)
  }
  if (fault?.kind === "slow") await sleep(fault.ms)
  return fault?.kind.startsWith("500") ? internalError : work()
}

/** Stripe's idempotency: one execution per key at a time, the first response repeated, parameters compared. */
async function answerKeyed(
  state: StripeState,
  { place, fingerprint, fault }: { place: string; fingerprint: string; fault: Fault | undefined },
  work: () => Answer,
): Promise<Answer> {
  if (state.running.has(place)) return toAnswer(keyInUse)
  const known = state.answers.get(place)
  if (known && state.now() - known.at < 24 * 3600) {
    if (known.fingerprint !== fingerprint) return toAnswer(otherParameters)
    return { status: known.status, body: known.body, headers: { "idempotent-replayed": "true" } }
  }
  state.running.add(place)
  if (fault?.kind === "slow") await sleep(fault.ms)
  const answer = firstAnswer(fault, work)
  state.running.delete(place)
  const isRefusal = answer.status >= 400 && answer.status < 500 // of the parameters: not stored
  if (!isRefusal || fault?.kind === "402-stored") state.answers.set(place, { ...answer, fingerprint, at: state.now() })
  return answer
}

function firstAnswer(fault: Fault | undefined, work: () => Answer): Answer {
  if (fault?.kind === "500-stored") return { ...internalError, headers: { "stripe-should-retry": "false" } }
  if (fault?.kind === "402-stored") return toAnswer(cannotCharge)
  const answer = work()
  return fault?.kind === "500-stored-late" ? internalError : answer
}

const unknownKey = new StripeRefusal(401, "invalid_request_error", {
  message: "Invalid API Key provided: sk_test_************tion",
})
const expiredKey = new StripeRefusal(401, "invalid_request_error", {
  message: "Expired API Key provided: sk_live_************tion",
  code: "api_key_expired",
})
const disconnected = new StripeRefusal(403, "invalid_request_error", {
  message: "The provided key does not have access to this account, or that account does not exist.",
  code: "account_invalid",
})
const keyRefusals = { revoked: unknownKey, expired: expiredKey, disconnected }
const keyInUse = new StripeRefusal(409, "idempotency_error", {
  message: "Another request with this key is running.",
  code: "idempotency_key_in_use",
})
const notPermitted = new StripeRefusal(403, "invalid_request_error", {
  message: "The provided key does not have the required permissions.",
})
/** Refusals before any processing. */
const refusals: { [Kind in Fault["kind"] | "none"]?: StripeRefusal } = {
  "400": invalid("You passed an empty string.", "parameter_invalid_empty", "line_items[0][price_data]"),
  "401": unknownKey,
  "403": notPermitted,
  "409": keyInUse,
  missing: missing("No such checkout.session", "session"),
  "too-small": invalid("The Checkout Session's total amount due must add up to at least £0.30.", "amount_too_small"),
  "429": new StripeRefusal(429, "invalid_request_error", { message: "Too many requests.", code: "rate_limit" }),
}
const cannotCharge = new StripeRefusal(402, "invalid_request_error", {
  message: "Your account cannot currently make charges.",
})
const otherParameters = new StripeRefusal(400, "idempotency_error", {
  message: "Keys for idempotent requests can only be used with the same parameters they were first used with.",
})

function run(state: StripeState, account: StandInAccount, seen: SeenRequest): Answer {
  try {
    return { status: 200, body: findRoute(seen)({ state, account, parameters: seen.parameters }) }
  } catch (error) {
    if (error instanceof StripeRefusal) return toAnswer(error)
    throw error
  }
}

function toAnswer({ status, type, message, code, param }: StripeRefusal): Answer {
  return { status, body: { error: { type, message, ...(code && { code }), ...(param && { param }) } } }
}

function send(response: ServerResponse, fault: Fault | undefined, { status, body, headers }: Answer): void {
  const lies = { "wrong-answer": lieAbout, empty: () => ({}) } as const
  const lie = lies[fault?.kind as keyof typeof lies]
  const json = Buffer.from(JSON.stringify(lie ? lie(body) : body))
  response.writeHead(status, { "content-type": "application/json", ...headers })
  if (fault?.kind === "garble") response.end(json.subarray(0, json.length / 2))
  else if (fault?.kind === "drip") void drip(response, json, fault.ms ?? 0)
  else if (fault?.kind === "truncate") response.write(json.subarray(0, json.length / 2), () => response.destroy())
  else response.end(json)
}

/** Reports another amount for the session, or for each in a list. */
function lieAbout(body: unknown): object {
  const { data, ...object } = body as { data?: object[] }
  const lie = { amount_total: 1 }
  return data ? { ...object, data: data.map((one) => ({ ...one, ...lie })) } : { ...object, ...lie }
}

async function drip(response: ServerResponse, body: Buffer, ms: number): Promise<void> {
  for (let at = 0; at < body.length && !response.destroyed; at++) {
    response.write(body.subarray(at, at + 1))
    await sleep(ms)
  }
  response.end()
}
