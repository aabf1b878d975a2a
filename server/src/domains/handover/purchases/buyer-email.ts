import { z } from "zod"
import { comparableEmail, maxEmailLength, toStoredEmail } from "#kernel/email-address.ts"

/** Accepts an address as a buyer types it, and converts it to the form that is stored and mailed to. */
export const buyerEmail = z
  .string()
  .max(maxEmailLength)
  .meta({ format: "email", examples: ["bo@example.com"] })
  .transform((text, issues) => {
    const email = toStoredEmail(text)
    if (email === undefined) issues.addIssue({ code: "custom", message: "must be a valid email address" })
    return email ?? ""
  })

/** The value of `owner_key`. The column is unique, so an address owns an offer at most once. */
export function ownerKey(offerId: string, email: string): string {
  return `${offerId}:${comparableEmail(email)}`
}
