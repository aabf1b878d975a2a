import type { App } from "#access/perform.ts"
import type { Settings } from "#config/settings.ts"
import { buyerCookie, type ProofCookie } from "../transport/buyer-cookie.ts"
import { type FindNetwork, networkFinder } from "../transport/client-network.ts"
import { openRateLimit, type RateLimit } from "../transport/rate-limit.ts"
import { openVersions, type ServedVersion, type Version, type Versions } from "../transport/version.ts"
import { supportedVersions } from "./versions/versions.ts"

/** What every step of the REST pipeline works with; made once. */
export interface Rest {
  readonly app: App
  readonly versions: Versions
  readonly rateLimit: RateLimit
  readonly findNetwork: FindNetwork
  readonly buyerCookie: ProofCookie
}

/** What was found out about a request before its body was read. */
export interface Admitted {
  readonly network: string
  readonly version: ServedVersion
  /** Canonical; undefined when there is none, or the endpoint does not honour it. */
  readonly idempotencyKey: string | undefined
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set by `admit`; only the REST surface has it. */
    admitted: Admitted | null
  }
}

/**
 * Makes what the REST surface works with.
 *
 * @throws Error when the versions break the rules of deprecation, or a trusted proxy is not an address.
 */
export function openRest(app: App, settings: Settings, versions: readonly Version[] = supportedVersions): Rest {
  return {
    app,
    versions: openVersions(versions),
    rateLimit: openRateLimit(app.counters, settings),
    findNetwork: networkFinder(settings.trustedProxies, () => {
      if (settings.isProduction) app.log.warn({}, strayProxy)
    }),
    buyerCookie: buyerCookie(app.addresses.base),
  }
}

const strayProxy =
  "A request came with X-Forwarded-For or Forwarded from a network that SVC_TRUSTED_PROXIES does not name. If that is a proxy of yours, name it there: until then all of its clients share one limit."
