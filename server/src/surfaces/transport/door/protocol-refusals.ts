import { ServiceError } from "#kernel/error.ts"

/** The refusal of a method that an address does not have; `allow` is the value of the header `Allow`. */
export const wrongMethod = (method: string, allow: string) =>
  new ServiceError("invalid_request", `The method ${method} does not exist here.`, {
    status: 405,
    hint: `Use one of: ${allow}.`,
  })

/** The refusal of a request over a connection too many. */
export const tooManyConnections = () =>
  new ServiceError("internal_error", "The service has as many connections as it takes.", {
    status: 503,
    hint: "Try again in a minute; with the same Idempotency-Key it is safe.",
    retryAfterSeconds: 60,
  })

/** The refusal of a request that comes after the stop began. */
export const stopping = () =>
  new ServiceError("internal_error", "The service is restarting.", {
    status: 503,
    hint: "Try again in a moment; with the same Idempotency-Key it is safe.",
    retryAfterSeconds: 60,
  })
