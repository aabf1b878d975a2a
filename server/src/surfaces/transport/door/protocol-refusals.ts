import { ServiceError } from "#kernel/error.ts"

/** The refusal of a method that an address does not have; `allow` is the value of the header `Allow`. */
export const wrongMethod = (method: string, allow: string) =>
  new ServiceError("invalid_request", `The method ${method} is not allowed.`, {
    status: 405,
    hint: `Use one of: ${allow}.`,
  })

export const tooManyConnections = () => unavailable("Too many connections.", "a minute")

/** The refusal of a request that arrives after the stop began. */
export const stopping = () => unavailable("The service is restarting.", "a moment")

const unavailable = (message: string, time: string) =>
  new ServiceError("internal_error", message, {
    status: 503,
    hint: `Try again in ${time}.`,
    retryAfterSeconds: 60,
  })
