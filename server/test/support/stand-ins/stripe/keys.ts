import type { Route, StandInCall } from "./api.ts"
import { missing } from "./refusal.ts"
import { toBody } from "./state.ts"

/** Finds the handler of a request about keys and their account; undefined for all others. */
export function findKeyRoute(method: string, path: string): Route | undefined {
  if (method === "GET" && /^\/v1\/(payment_intents|charges|refunds)$/.test(path)) return () => listOf(path, [])
  if (method === "GET" && path === "/v1/account") return retrieveAccount
  if (method === "POST" && path === "/v1/tokens") return createToken
  const [, token] = /^\/v1\/tokens\/(\w+)$/.exec(path) ?? []
  return method === "GET" && token ? (call) => retrieveToken(call, token) : undefined
}

/** A whole list in the form of Stripe's API. */
export const listOf = (url: string, data: object[]) => ({ object: "list", url, has_more: false, data })

function retrieveAccount({ account }: StandInCall) {
  return {
    id: account.id ?? `acct_${account.secretKey.split("_").slice(2).join("")}`,
    object: "account",
    charges_enabled: !account.isClosed,
  }
}

function createToken({ state, account }: StandInCall) {
  return toBody(state.add(account, "pii", { object: "token", type: "pii", used: false }))
}

function retrieveToken({ state, account }: StandInCall, id: string) {
  const token = state.find(account, id)
  if (!token) throw missing(`No such token: '${id}'`, "token")
  return toBody(token)
}
