import { z } from "zod"
import { toStoredEmail } from "#kernel/email-address.ts"

const longest = 300

/** A seller's contact for buyers: an e-mail address, or the HTTPS address of a page. Empty text is none. */
export const contactInput = z
  .string()
  .max(longest)
  .transform((text, issues) => {
    const typed = text.trim()
    const contact = typed === "" ? null : (toStoredEmail(typed) ?? toPage(typed))
    if (contact === undefined) {
      issues.addIssue({
        code: "custom",
        message: "must be an email or a URL that starts with https://",
      })
    }
    return contact ?? null
  })

/** The address in its normal form; undefined for one without HTTPS, with a password, or of a host without a dot. */
function toPage(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isFine = url?.protocol === "https:" && !url.username && !url.password && url.hostname.includes(".")
  return isFine && url.href.length <= longest ? url.href : undefined
}
