import { ServiceError } from "#kernel/error.ts"
import { dayMs } from "#kernel/time/units.ts"
import { everyResponse } from "./headers.ts"

/** One breaking change: how an older request becomes a newer one, and a newer answer an older one. */
export interface VersionChange {
  readonly endpointId: string
  readonly description: string
  /** Converts the input of a caller from before this version to the present form. */
  up?(input: Record<string, unknown>): Record<string, unknown>
  /** Converts the present answer with status 200 to the form before this version. */
  down?(body: Record<string, unknown>): Record<string, unknown>
}

/** A dated version of the API. `changes` lists what broke since the previous version. */
export interface Version {
  /** `YYYY-MM-DD`. */
  readonly date: string
  readonly changes: readonly VersionChange[]
  /** Set once the version is deprecated. Times are epoch milliseconds; `migration` is the address of a guide. */
  readonly deprecation?: { readonly deprecatedAt: number; readonly sunsetAt: number; readonly migration: string }
}

/** A version that is ready to serve: its headers, and the transforms to and from the newest version by endpoint. */
export interface ServedVersion {
  readonly date: string
  readonly headers: Readonly<Record<string, string>>
  readonly sunset: { at: number; migration: string } | undefined
  up(endpointId: string, input: Record<string, unknown>): Record<string, unknown>
  down(endpointId: string, body: Record<string, unknown>): Record<string, unknown>
}

export interface Versions {
  readonly dates: readonly string[]
  /** The oldest version that is still served. A request without the header gets it. */
  oldestAt(now: number): ServedVersion
  /** Chooses the version for the header `SVC-Version`. */
  choose(header: string | string[] | undefined, now: number): VersionChoice
}

/** The requested version, or the oldest. `refusal` (400): it does not exist, or its sunset has passed. */
export interface VersionChoice {
  readonly version: ServedVersion
  readonly refusal: ServiceError | undefined
}

const leastNoticeMs = 180 * dayMs

/** `declared` is oldest first. @throws Error when out of order, or a sunset is within 180 days of its deprecation. */
export function openVersions(declared: readonly Version[]): Versions {
  const served = declared.map((version, at) => serve(check(version, declared[at - 1]), declared.slice(at + 1)))
  const byDate = new Map(served.map((version) => [version.date, version]))
  const newest = served.at(-1)
  if (!newest) throw new Error("The API needs at least one version.")
  const isServed = ({ sunset }: ServedVersion, now: number) => sunset === undefined || now < sunset.at
  const oldestAt = (now: number) => served.find((version) => isServed(version, now)) ?? newest
  return {
    dates: [...byDate.keys()],
    oldestAt,
    choose(header, now) {
      if (header === undefined) return { version: oldestAt(now), refusal: undefined }
      const version = byDate.get(String(header))
      if (!version) return { version: oldestAt(now), refusal: unsupported(served.filter((one) => isServed(one, now))) }
      if (isServed(version, now)) return { version, refusal: undefined }
      return { version, refusal: stopped(version.date, version.sunset?.migration, newest.date) }
    },
  }
}

function check(version: Version, previous: Version | undefined): Version {
  const { date, deprecation } = version
  if (previous && previous.date >= date) throw new Error(`Version ${date} must come before ${previous.date}.`)
  if (deprecation && deprecation.sunsetAt - deprecation.deprecatedAt < leastNoticeMs) {
    throw new Error(`Version ${date} would stop less than 180 days after its deprecation.`)
  }
  return version
}

function serve({ date, deprecation }: Version, newer: readonly Version[]): ServedVersion {
  const changes = newer.flatMap((version) => version.changes)
  const backwards = changes.toReversed()
  return {
    date,
    headers: { ...everyResponse, "svc-version": date, ...(deprecation ? deprecationHeaders(deprecation) : {}) },
    sunset: deprecation && { at: deprecation.sunsetAt, migration: deprecation.migration },
    up: (endpointId, input) =>
      changes.reduce((now, change) => (change.endpointId === endpointId && change.up ? change.up(now) : now), input),
    down: (endpointId, body) =>
      backwards.reduce(
        (now, change) => (change.endpointId === endpointId && change.down ? change.down(now) : now),
        body,
      ),
  }
}

/** HTTP-dates (RFC 9110 §5.6.7) in both. The API has promised that form for `Deprecation`; RFC 9745 defines another. */
function deprecationHeaders({ deprecatedAt, sunsetAt, migration }: NonNullable<Version["deprecation"]>) {
  return {
    deprecation: new Date(deprecatedAt).toUTCString(),
    sunset: new Date(sunsetAt).toUTCString(),
    link: `<${migration}>; rel="deprecation"; type="text/html"`,
  }
}

const unsupported = (served: readonly ServedVersion[]) =>
  new ServiceError("invalid_request", "The header `SVC-Version` does not name a supported version.", {
    hint: `Use one of: ${served.map(({ date }) => date).join(", ")}. Omit it for ${served[0]?.date}.`,
  })

const stopped = (date: string, migration: string | undefined, newest: string) =>
  new ServiceError("invalid_request", `Version ${date} is no longer supported.`, {
    hint: `Upgrade to ${newest}: ${migration}`,
  })
