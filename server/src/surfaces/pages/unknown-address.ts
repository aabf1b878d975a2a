import { notFound } from "#kernel/error.ts"

/** The refusal of an unknown address. `more` is appended to the hint. */
export const unknownAddress = (more = "") => notFound("Nothing exists at this URL.", `Check it for typos.${more}`)
