import { ServiceError } from "#kernel/error.ts"

/** The refusal of an unknown address. `more` is appended to the hint. */
export const nothingHere = (more = "") =>
  new ServiceError("not_found", "There is nothing at this address.", {
    hint: `Check it for typing mistakes.${more}`,
  })
