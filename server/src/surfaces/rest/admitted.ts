import type { ServedVersion } from "../transport/version.ts"

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
