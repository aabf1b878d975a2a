import { setTimeout as sleep } from "node:timers/promises"
import type { ProcessorAccountFault } from "#adapters/payments/port.ts"
import { openKeyring } from "#kernel/keyring.ts"
import { openBus, openCounters, openDnsLookup, openPayments } from "#start/adapters.ts"
import { broken, type Diagnosis, fine, type Ground, warning } from "./finding.ts"

export async function checkCounters({ settings: { countersUrl }, log }: Ground): Promise<Diagnosis> {
  if (countersUrl.kind === "memory") return fine("Each process counts requests by itself.")
  const counters = await openCounters(countersUrl, log)
  try {
    await counters.hit("doctor", 1_000) // gone after this second
    const [fault] = log.warnings
    return fault === undefined ? fine("Requests are counted in Redis.") : broken(`Redis does not count: ${fault}`)
  } finally {
    await counters.close()
  }
}

export async function checkBus({ settings, log, over }: Ground): Promise<Diagnosis> {
  if (settings.countersUrl.kind === "memory" && settings.databaseDirectUrl.startsWith("sqlite:"))
    return fine("One process needs no bus.")
  const bus = await openBus(settings, log)
  try {
    while (!bus.isUp() && log.warnings.length === 0 && !over.aborted) await sleep(20)
    const [fault] = log.warnings
    return fault === undefined ? fine("A message came back.") : broken(`No message comes back: ${fault}`)
  } finally {
    await bus.close()
  }
}

const accountFaults: Readonly<Record<ProcessorAccountFault, string>> = {
  "secret-refused": "Stripe refuses the secret key.",
  "right-missing": "The secret key lacks a right that selling needs.",
  "cannot-charge": "The account at Stripe cannot charge yet.",
  disconnected: "The account at Stripe has withdrawn its access.",
}

export async function checkPayments({ settings, log }: Ground): Promise<Diagnosis> {
  if (settings.paymentsUrl === "sandbox:") return fine("The sandbox moves no money, and asks no other machine.")
  const keyring = openKeyring("unused: Stripe's adapter seals nothing")
  const payments = await openPayments(settings, { keyring, now: Date.now, log })
  try {
    if (!payments.hasInstallation) return fine("Workspaces sell on keys of their own, which the console tests.")
    const { fault } = await payments.findProcessorAccount({ id: "installation" })
    return fault === null ? fine("Stripe answers, and the account can charge.") : broken(accountFaults[fault])
  } finally {
    await payments.close()
  }
}

export async function checkDns({ settings }: Ground): Promise<Diagnosis> {
  const { hostname } = new URL(settings.isProduction ? settings.addresses.base : "https://example.com")
  const dns = await openDnsLookup(settings)
  try {
    await dns.txt(hostname)
    return fine(`The name server answers for ${hostname}.`)
  } catch {
    const says = `No name server answers for ${hostname}.`
    return settings.isProduction ? broken(says) : warning(says)
  }
}

export async function checkBaseAddress({ settings, over }: Ground): Promise<Diagnosis> {
  const { base } = settings.addresses
  try {
    const response = await fetch(`${base}/api/health`, { redirect: "manual", signal: over })
    const isOurs = response.ok && /"status":"ok"/.test((await response.text()).slice(0, 1_000))
    if (isOurs) return fine(`The service answers at ${base}.`)
    if ([502, 503, 504].includes(response.status))
      return warning(`The proxy at ${base} answers ${response.status}: it does not reach the service.`)
    return broken(`Something else answers at ${base}, with the status ${response.status}.`)
  } catch (error) {
    const code = codeOf(error)
    if (code === "ECONNREFUSED") return warning(`No process answers at ${base}.`)
    return broken(`${base} cannot be reached (${code}).`)
  }
}

function codeOf(error: unknown): string {
  const { cause, code, name } = error as { cause?: { code?: string }; code?: string; name?: string }
  return cause?.code ?? (typeof code === "string" ? code : (name ?? "no reason given"))
}
