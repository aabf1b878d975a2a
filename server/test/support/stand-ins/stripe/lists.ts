import type { Route, StandInCall } from "./api.ts"
import { type StripeForm, textAt } from "./form.ts"
import { listOf } from "./keys.ts"
import { invalid, missing } from "./refusal.ts"
import { toBody, toEventBody } from "./state.ts"

/** The handlers of lists, by path. */
export const lists: Readonly<Record<string, Route>> = { "/v1/disputes": listDisputes, "/v1/events": listEvents }

/** The events of 30 days, newest first, of at most 20 types. */
function listEvents({ state, account, parameters }: StandInCall) {
  const types = Object.values((parameters.types as StripeForm | undefined) ?? {})
  if (types.length > 20) throw invalid("Only up to 20 types may be specified.")
  const from = Math.max(Number(textAt(parameters, "created.gte") ?? 0), state.now() - 30 * 24 * 3600)
  const after = textAt(parameters, "starting_after")
  const own = state.log.filter((event) => event.account === account).reverse()
  const listed = own.filter(({ type, created }) => created >= from && (types.length === 0 || types.includes(type)))
  if (after !== undefined && !own.some(({ id }) => id === after)) throw missing(`No such event: '${after}'`, "id")
  return pageOf("/v1/events", { newestFirst: listed, parameters, toBody: toEventBody })
}

interface Listed<One> {
  newestFirst: readonly One[]
  parameters: StripeForm
  toBody(one: One): object
}

/** A page begins after the object in `starting_after`. */
export function pageOf<One extends { id: string }>(url: string, { newestFirst, parameters, toBody }: Listed<One>) {
  const limit = Number(textAt(parameters, "limit") ?? 10)
  if (!(limit >= 1 && limit <= 100)) throw invalid("Invalid integer: limit", "parameter_invalid_integer")
  const after = textAt(parameters, "starting_after")
  const start = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1
  const data = newestFirst.slice(start, start + limit)
  return { ...listOf(url, data.map(toBody)), has_more: start + limit < newestFirst.length }
}

/** Newest first, like Stripe's lists. */
function listDisputes({ state, account, parameters }: StandInCall) {
  const intent = textAt(parameters, "payment_intent")
  const own = state.list("dp").filter((dispute) => dispute.account === account)
  const data = own.filter(({ payment_intent }) => intent === undefined || payment_intent === intent).reverse()
  return listOf("/v1/disputes", data.map(toBody))
}
