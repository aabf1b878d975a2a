import { parse } from "#access/parse.ts"
import { handoverRefusals } from "#domains/handover/index.ts"
import { attachedElsewhere, checkedTooOften, readHostname } from "#domains/workspaces/index.ts"
import { ServiceError, upstreamError } from "#kernel/error.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { envelopeOf, toServiceError } from "../../transport/error-envelope.ts"
import { keyRefusals } from "../../transport/idempotency/idempotency.ts"
import { readIdempotencyKey } from "../../transport/idempotency/idempotency-key.ts"
import { parseJson } from "../../transport/json-body.ts"
import { rateLimited } from "../../transport/rate-limit.ts"
import { openVersions } from "../../transport/version.ts"
import { type Endpoint, pathParameters } from "../endpoint.ts"
import type { About } from "./about.ts"
import type { Example, Examples } from "./examples.ts"

type Causes = Readonly<Record<string, () => ServiceError>>

/** One example for each cause. The code that refuses real requests makes them, so no example is impossible. */
export function errorExamples(endpoint: Endpoint, about: About): Readonly<Record<number, Examples>> {
  const causes = { ...ownCauses(about)[endpoint.id], ...everywhere(endpoint, about) }
  const byStatus: Record<number, Record<string, Example>> = {}
  for (const [name, make] of Object.entries(causes)) {
    const error = make()
    byStatus[error.status] = { ...byStatus[error.status], [name]: exampleOf(error) }
  }
  return byStatus
}

export function exampleOf(error: ServiceError): Example {
  return { summary: error.message, value: envelopeOf(error) }
}

function everywhere({ policy, idempotent, method, path, action }: Endpoint, about: About): Causes {
  const inPath = Object.fromEntries(pathParameters(path).map((name) => [name, "demo"]))
  const own = {
    ...(method === "POST" && {
      unsupportedVersion: () => unsupportedVersion(about),
      malformedBody: () => thrownBy(() => parseJson(Buffer.from("{"))),
      missingFields: () => thrownBy(() => parse(action.input, inPath)),
    }),
    ...(idempotent && {
      malformedKey: () => thrownBy(() => readIdempotencyKey("order-7")),
      otherBody: keyRefusals.otherBody,
      stillRunning: keyRefusals.stillRunning,
    }),
  }
  return {
    ...own,
    tooMany: () => rateLimited({ limit: usualLimits[policy], resetSeconds: 42 }),
    internal: () => toServiceError(new Error("something")),
  }
}

const usualLimits = { reads: 300, writes: 60, images: 120, gifts: 20, tools: 300, tokens: 60, console: 1200 }

/** A version that never existed. */
export function unsupportedVersion({ versionDates }: About): ServiceError {
  const versions = openVersions(versionDates.map((date) => ({ date, changes: [] })))
  return versions.choose("2020-01-01", 0).refusal ?? toServiceError(new Error("There is such a version."))
}

function ownCauses({ baseUrl }: About): Readonly<Record<string, Causes>> {
  const { noSuchOffer, noSuchGiftCode, noSuchCheckoutSession, notPurchasable, salePaused, ...handover } =
    handoverRefusals
  const unknownOffer = { unknownOffer: noSuchOffer }
  const usd = () => handover.remainderTooSmall(50, "usd")
  return {
    checkDomain: {
      notAHostname: () => thrownBy(() => readHostname("https://shop.example.com/", addressesAt(baseUrl))),
      attachedElsewhere,
      nameServer: () => upstreamError("The name server"),
      checkedTooOften: () => checkedTooOften(42_000),
    },
    getOffer: unknownOffer,
    startCheckout: {
      ...unknownOffer,
      unknownGiftCode: noSuchGiftCode,
      fullCode: () => handover.useGiftEndpoint("demo"),
      notPurchasable,
      salePaused,
      remainderTooSmall: usd,
      refusedByProcessor: handover.checkoutRefused,
      unitsHeld: () => handover.unitsHeld(held, 0),
      networkHoldsEnough: () => handover.networkHoldsEnough(held, 0),
      giftHeld: () => handover.giftHeld(held, 0),
      checkoutBusy: handover.checkoutBusy,
      paymentUnderWay: () => handover.paymentUnderWay("pending_async"),
      processorAway,
      accountFault: () => handover.processorAccountCannotTakePayments(undefined),
    },
    verifyPayment: { unknownSession: noSuchCheckoutSession, processorAway },
    redeemGift: {
      ...unknownOffer,
      unknownGiftCode: noSuchGiftCode,
      notPurchasable,
      salePaused,
      remainderTooSmall: usd,
      usedForThisAddress: () => handover.giftAlreadyUsed(`${baseUrl}/claim/purchase_5nYt0Rb7WqLxJ2mZc8HdVk`),
    },
  }
}

/** An open checkout's hold, for another twelve minutes. */
const held = { units: 1, cents: 500, freeAt: 12 * minuteMs }

const processorAway = () => upstreamError("The payment provider")

const addressesAt = (url: string) => ({ base: url, auth: url, mcp: url, short: url, files: url })

function thrownBy(work: () => unknown): ServiceError {
  try {
    work()
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
  throw new Error("An example of a refusal was not refused.")
}
