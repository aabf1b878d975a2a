import type { FastifyReply, FastifyRequest } from "fastify"
import { beginAndCount, refuseGuessing } from "../transport/count-request.ts"
import { readIdempotencyKey } from "../transport/idempotency/idempotency-key.ts"
import type { Transport } from "../transport/transport.ts"
import type { ServedVersion } from "../transport/version.ts"
import type { Endpoint } from "./endpoint.ts"

/** The facts about a request that are known before its body is read. */
export interface Admitted {
  readonly network: string
  readonly version: ServedVersion
  /** Canonical; undefined without a key, or when the endpoint ignores it. */
  readonly idempotencyKey: string | undefined
}

declare module "fastify" {
  interface FastifyRequest {
    admitted: Admitted | null
  }
}

/** Runs before the body is read: headers, rate limit, version, form of the idempotency key. */
export function admitRequest(transport: Transport, endpoint: Endpoint) {
  const count = beginAndCount(transport, endpoint.policy)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { network, version, refusal } = await count(request, reply)
    if (endpoint.countsMisses) await refuseGuessing(transport, network, reply)
    if (refusal) throw refusal
    const key = endpoint.idempotent ? readIdempotencyKey(request.headers["idempotency-key"]) : undefined
    request.admitted = { network, version, idempotencyKey: key }
  }
}
