import { domainToASCII } from "node:url"
import { z } from "zod"

export const maxEmailLength = 254 // RFC 5321, section 4.5.3.1.3, less the two angle brackets
/** The `dot-string` of RFC 5321, section 4.1.2: no quotes, spaces or control characters, and so no header injection. */
const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const hostname = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9-]{1,62}[a-z0-9]$/

/** Trimmed, the domain in lower case and as A-labels (RFC 5891), the local part unchanged. Undefined for no address. */
export function toStoredEmail(text: string): string | undefined {
  const trimmed = text.trim()
  const at = trimmed.lastIndexOf("@")
  const local = trimmed.slice(0, at)
  const domain = trimmed.slice(at + 1)
  // `domainToASCII` parses like a URL. So characters that would end or change the host there are refused first.
  if (at < 1 || local.length > 64 || !localPart.test(local) || /[\s%/?#\\:@[\]<>^|\p{C}]/u.test(domain))
    return undefined
  const host = domainToASCII(domain)
  const email = `${local}@${host}`
  return hostname.test(host) && email.length <= maxEmailLength ? email : undefined
}

/** The form in which addresses are compared. Addresses are ASCII, so no other letter becomes a letter of it. */
export function comparableEmail(stored: string): string {
  return stored.toLowerCase()
}

/** An address that identifies a person. Upper and lower case make no difference. */
export const personEmail = z
  .string()
  .max(maxEmailLength)
  .meta({ format: "email", examples: ["ada@example.com"] })
  .transform((text, issues) => {
    const email = toStoredEmail(text)
    if (email === undefined) issues.addIssue({ code: "custom", message: "must be a valid email address" })
    return comparableEmail(email ?? "")
  })
