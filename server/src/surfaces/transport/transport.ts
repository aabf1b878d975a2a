import type { App } from "#access/perform.ts"
import type { Settings } from "#config/settings.ts"
import { buyerCookie, framedBuyerCookie, type ProofCookie } from "./buyer-cookie.ts"
import { type FindNetwork, networkFinder } from "./client-network.ts"
import { openRateLimit, type RateLimit } from "./rate-limit.ts"
import { openVersions, type Version, type Versions } from "./version.ts"

export interface Transport {
  readonly app: App
  readonly versions: Versions
  readonly rateLimit: RateLimit
  readonly findNetwork: FindNetwork
  readonly buyerCookie: ProofCookie
  readonly framedBuyerCookie: ProofCookie
}

/** @throws Error when versions break the rules of deprecation, or a trusted proxy is not an address. */
export function openTransport(app: App, settings: Settings, versions: readonly Version[]): Transport {
  return {
    app,
    versions: openVersions(versions),
    rateLimit: openRateLimit(app.counters, settings),
    findNetwork: networkFinder(settings.trustedProxies, () => {
      if (settings.isProduction) app.log.warn({}, strayProxy)
    }),
    buyerCookie: buyerCookie(app.addresses.base),
    framedBuyerCookie: framedBuyerCookie(app.addresses.base),
  }
}

const strayProxy =
  "A request came with X-Forwarded-For or Forwarded from a network that SVC_TRUSTED_PROXIES does not name. If that is a proxy of yours, name it there: until then all of its clients share one limit."
