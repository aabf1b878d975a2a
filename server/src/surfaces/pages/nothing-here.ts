import { ServiceError } from "#kernel/error.ts"

/** As at any address where there is nothing. `more` is said beside the hint. */
export const nothingHere = (more = "") =>
  new ServiceError("not_found", "There is nothing at this address.", {
    hint: `Check it for typing mistakes.${more}`,
  })
