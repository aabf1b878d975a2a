import { z } from "zod"
import { comparableEmail, maxEmailLength, toStoredEmail } from "#kernel/email-address.ts"

/** Accepts an address as a buyer types it, and converts it to the form that is stored and mailed to. */
export const buyerEmail = z
  .string()
  .max(maxEmailLength)
  .meta({ format: "email", examples: ["bo@example.com"] })
  .transform((text, issues) => {
    const email = toStoredEmail(text)
    if (email === undefined) issues.addIssue({ code: "custom", message: "is not an e-mail address" })
    return email ?? ""
  })

/** The key of an offer's owner. It is unique in the database, so that nobody owns an offer twice. */
export function ownerKey(offerId: string, email: string): string {
  return `${offerId}:${comparableEmail(email)}`
}
