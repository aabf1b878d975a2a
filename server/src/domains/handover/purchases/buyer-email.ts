import { comparableEmail, typedEmail } from "#kernel/email-address.ts"

export const buyerEmail = typedEmail.meta({ examples: ["bo@example.com"] })

/** The value of `owner_key`. The column is unique, so an address owns an offer at most once. */
export function ownerKey(offerId: string, email: string): string {
  return `${offerId}:${comparableEmail(email)}`
}
