import type { FastifyRequest } from "fastify"
import type { Exchange } from "#access/exchange.ts"
import { readSeenPrice, seenPriceHeader } from "#contract/seen-price.ts"
import { isFramed, type ProofCookie } from "../transport/buyer-cookie.ts"
import type { HttpCall } from "../transport/http-call.ts"
import type { Transport } from "../transport/transport.ts"
import type { Admitted } from "./admit.ts"

/** The exchange of one request, with the results that its action left on it. */
export interface RestExchange extends Exchange {
  /** False once the action said that its answer must not be replayed. */
  isStorable: boolean
  readonly keptProofs: string[]
}

/** Opens the exchange of a request. `requestKey` identifies a request with an Idempotency-Key. */
export function openExchange(
  transport: Transport,
  request: FastifyRequest,
  requestKey: string | undefined,
): RestExchange {
  const exchange: RestExchange = {
    ...(requestKey === undefined ? {} : { requestKey }),
    network: (request.admitted as Admitted).network,
    buyerProofs: buyerCookieOf(transport, request).read(request.headers.cookie),
    seenPrice: readSeenPrice(request.headers[seenPriceHeader]),
    keptProofs: [],
    isStorable: true,
    keepBuyerProof: (proof) => {
      exchange.keptProofs.push(proof)
    },
    doNotStore: () => {
      exchange.isStorable = false
    },
  }
  return exchange
}

/** Adds the proofs from the action to those in the browser's cookie. */
export function writeProofs(
  transport: Transport,
  { request, reply, keptProofs }: HttpCall & { keptProofs: readonly string[] },
): void {
  if (keptProofs.length === 0) return
  const cookie = buyerCookieOf(transport, request)
  cookie.write(reply, cookie.read(request.headers.cookie), keptProofs)
}

function buyerCookieOf(transport: Transport, request: FastifyRequest): ProofCookie {
  return isFramed(request) ? transport.framedBuyerCookie : transport.buyerCookie
}
