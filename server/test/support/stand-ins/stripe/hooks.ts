import { newId } from "#kernel/ids.ts"
import type { Route, StandInCall } from "./api.ts"
import { type StripeForm, textAt } from "./form.ts"
import { listOf } from "./keys.ts"
import { invalid, missing } from "./refusal.ts"
import { isSame, type StandInAccount, type StripeObject, type StripeState, toBody } from "./state.ts"

/** Stripe's limit of webhooks per account. */
const hooksAtMost = 16

/** Finds the handler of a request about webhooks; undefined for all others. */
export function findHookRoute(method: string, path: string): Route | undefined {
  if (method === "POST" && path === "/v1/webhook_endpoints") return createHook
  if (method === "GET" && path === "/v1/webhook_endpoints") return listHooks
  const [, id] = /^\/v1\/webhook_endpoints\/(\w+)$/.exec(path) ?? []
  return method === "DELETE" && id ? (call) => deleteHook(call, id) : undefined
}

/** An account's webhooks, the newest first. */
export function hooksOf(state: StripeState, account: StandInAccount): StripeObject[] {
  return state
    .list("we")
    .filter((hook) => isSame(hook.account, account))
    .reverse()
}

function createHook({ state, account, parameters }: StandInCall) {
  const url = textAt(parameters, "url") ?? ""
  const isLive = account.secretKey.includes("_live_")
  if (!/^https?:\/\/./.test(url)) throw invalid("Not a valid URL", "url_invalid", "url")
  if (isLive && !url.startsWith("https:")) throw invalid("Invalid URL: must begin with https.", "url_invalid", "url")
  if (hooksOf(state, account).length >= hooksAtMost) {
    throw invalid(`You have reached the maximum of ${hooksAtMost} webhook endpoints.`)
  }
  const hook = state.add(account, "we", {
    object: "webhook_endpoint",
    api_version: textAt(parameters, "api_version") ?? null,
    enabled_events: Object.values((parameters.enabled_events as StripeForm | undefined) ?? {}),
    metadata: parameters.metadata ?? {},
    secret: newId("whsec"),
    status: "enabled",
    url,
  })
  return toBody(hook)
}

/** Only the response to the creation contains the secret. */
function listHooks({ state, account }: StandInCall) {
  return listOf(
    "/v1/webhook_endpoints",
    hooksOf(state, account).map((hook) => {
      const { secret, ...body } = toBody(hook)
      return body
    }),
  )
}

function deleteHook({ state, account }: StandInCall, id: string) {
  if (!hooksOf(state, account).some((hook) => hook.id === id)) throw missing("No such webhook endpoint", "id")
  state.remove(id)
  return { id, object: "webhook_endpoint", deleted: true }
}
