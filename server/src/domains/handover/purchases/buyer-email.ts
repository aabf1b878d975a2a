import { z } from "zod"
import { comparableEmail, maxEmailLength, toStoredEmail } from "#kernel/email-address.ts"

/** An address as a buyer types it; becomes the form that is stored and mailed to. */
export const buyerEmail = z
  .string()
  .max(maxEmailLength)
  .meta({ format: "email", examples: ["bo@example.com"] })
  .transform((text, issues) => {
    const email = toStoredEmail(text)
    if (email === undefined) issues.addIssue({ code: "custom", message: "is not an e-mail address" })
    return email ?? ""
  })

/** Names the owner of an offer: unique in the database, so that nobody owns one twice. */
export function ownerKey(offerId: string, email: string): string {
  return `${offerId}:${comparableEmail(email)}`
}
