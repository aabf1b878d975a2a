import { ServiceError } from "#kernel/error.ts"

/** The refusal of a method that an address does not have; `allow` is the value of the header `Allow`. */
export const wrongMethod = (method: string, allow: string) =>
  new ServiceError("invalid_request", `The method ${method} does not exist here.`, {
    status: 405,
    hint: `Use one of: ${allow}.`,
  })

export const tooManyConnections = () => unavailable("The service has as many connections as it takes.", "a minute")

/** The refusal of a request that arrives after the stop began. */
export const stopping = () => unavailable("The service is restarting.", "a moment")

const unavailable = (message: string, time: string) =>
  new ServiceError("internal_error", message, {
    status: 503,
    hint: `Try again in ${time}; with the same Idempotency-Key it is safe.`,
    retryAfterSeconds: 60,
  })
