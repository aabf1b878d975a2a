import type { Route, StandInCall } from "./api.ts"
import { textAt } from "./form.ts"
import { listOf } from "./keys.ts"
import { invalid, missing } from "./refusal.ts"
import { isSame, type StandInAccount, type StripeObject, type StripeState, toBody } from "./state.ts"

const wallets = ["apple_pay", "google_pay", "link", "paypal", "klarna", "amazon_pay"] as const

/** Finds the handler of a request about payment method domains; undefined for all others. */
export function findDomainRoute(method: string, path: string): Route | undefined {
  if (method === "POST" && path === "/v1/payment_method_domains") return createDomain
  if (method === "GET" && path === "/v1/payment_method_domains") return listDomains
  const [, id] = /^\/v1\/payment_method_domains\/(\w+)\/validate$/.exec(path) ?? []
  return method === "POST" && id ? (call) => validateDomain(call, id) : undefined
}

/** An account's domains for payment methods. */
export function domainsOf(state: StripeState, account: StandInAccount): StripeObject[] {
  return state.list("pmd").filter((domain) => isSame(domain.account, account))
}

function createDomain({ state, account, parameters }: StandInCall) {
  const name = textAt(parameters, "domain_name") ?? ""
  if (!/^[a-z\d-]+(\.[a-z\d-]+)+$/.test(name))
    throw invalid(`Invalid domain: ${name}`, "parameter_invalid", "domain_name")
  if (domainsOf(state, account).some(({ domain_name }) => domain_name === name)) throw invalid("It exists already.")
  const statuses = wallets.map((wallet) => [
    wallet,
    { status: account.slowWallets?.some((slow) => slow === wallet) ? "inactive" : "active" },
  ])
  return toBody(
    state.add(account, "pmd", {
      object: "payment_method_domain",
      domain_name: name,
      enabled: true,
      ...Object.fromEntries(statuses),
    }),
  )
}

function listDomains({ state, account, parameters }: StandInCall) {
  const name = textAt(parameters, "domain_name")
  const found = domainsOf(state, account).filter(({ domain_name }) => name === undefined || domain_name === name)
  return listOf("/v1/payment_method_domains", found.map(toBody))
}

function validateDomain({ state, account }: StandInCall, id: string) {
  const domain = domainsOf(state, account).find((one) => one.id === id)
  if (!domain) throw missing("No such payment method domain", "payment_method_domain")
  for (const wallet of wallets)
    if (!account.slowWallets?.some((slow) => slow === wallet)) domain[wallet] = { status: "active" }
  return toBody(domain)
}
