import { ServiceError } from "#kernel/error.ts"

/** The refusal of an unknown address. `more` is appended to the hint. */
export const unknownAddress = (more = "") =>
  new ServiceError("not_found", "Nothing exists at this URL.", {
    hint: `Check it for typos.${more}`,
  })
