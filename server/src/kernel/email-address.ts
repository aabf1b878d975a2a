import { domainToASCII } from "node:url"
import { z } from "zod"
import { readTyped } from "./typed-text.ts"

export const maxEmailLength = 254 // RFC 5321, section 4.5.3.1.3, less the two angle brackets
/** A part of the `dot-string` of RFC 6531, section 3.3: no quotes, spaces or controls, so no header injection; nor an encoded word. */
const atoms = /^(?!\p{M}|.*(?:=\?|\p{Variation_Selector}))[\w!#$%&'*+/=?^`{|}~.\p{L}\p{M}\p{N}-]+$/u
const hostname = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9-]{1,62}[a-z0-9]$/

/**
 * Reads an address as its person means it: the domain in lower case and as A-labels (RFC 5891), the local part as
 * typed, in lower case if it is not ASCII: SQL compares it with `lower()`, which may know no other letters.
 * Text that is no address has a fault: the reason, in words that end a sentence.
 */
function readEmail(text: string): { email: string } | { fault: string } {
  const address = bareAddress(text)
  const at = address.lastIndexOf("@")
  const [typed, domain] = [address.slice(0, at), address.slice(at + 1)]
  const local = needsUtf8(typed) ? comparableEmail(typed) : typed
  // `domainToASCII` parses like a URL. So characters that would end or change the host there are refused first.
  const host = /[\s%/?#\\:@[\]<>^|\p{C}]/u.test(domain) ? "" : domainToASCII(domain)
  const parts = { address, local, domain, host, email: `${local}@${host}` }
  const found = faults.find(({ isIn }) => isIn(parts))
  return found ? { fault: found.says } : { email: parts.email }
}

/** Undefined for text that is no address. */
export function toStoredEmail(text: string): string | undefined {
  const read = readEmail(text)
  return "email" in read ? read.email : undefined
}

/** An address in angle brackets after a name (RFC 5322 section 3.4) or address, or in other brackets after a name. */
const inBrackets = /^[^<>]*<([^<>]*@[^<>]*)>[^@]*$|^[^@]*[([]([^()[\]]*@[^()[\]]*)[)\]](?=[^@]*$|\(mailto:)/
/** The first recipient of a `mailto:` URL (RFC 6068), also as chat programs write it: `mailto:ann@…|ann@…`. */
const labelled = /^(mailto|e-?mail):[/\s]*([^?|]*)/i
const comment = /\s*\([^()@]*\)$/
const before = /^[\s"'`\p{Pi}<([,;:]+/u
const behind = /[\s"'`\p{Pf}>)\],;:.!?]+$/u
const spacedLetters = /^\S( \S)+$/u

/** Removes what surrounds an address where it was copied, and spaces next to its `@` and dots. */
function bareAddress(text: string): string {
  const typed = readTyped(text)
  const [, inAngles, inOthers] = inBrackets.exec(typed) ?? []
  const copied = inAngles ?? inOthers ?? typed
  const [, label = "", rest] = labelled.exec(copied) ?? []
  const read = label.toLowerCase() === "mailto" ? readTyped(percentDecoded(rest ?? "")) : (rest ?? copied)
  const joined = spacedLetters.test(read) ? read.replaceAll(" ", "") : read
  return joined
    .replace(/[‘’ʼ]/g, "'")
    .replaceAll("。", ".")
    .replace(comment, "")
    .replace(before, "")
    .replace(behind, "")
    .replace(/ *([@.]) */g, "$1")
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

type Parts = Record<"address" | "local" | "domain" | "host" | "email", string>

const faults: readonly { isIn(parts: Parts): boolean; says: string }[] = [
  { isIn: ({ address }) => !address.includes("@"), says: "It has no @" },
  { isIn: ({ address }) => /@.*@/.test(address), says: "It has more than one @" },
  { isIn: ({ local }) => local === "", says: "The name before the @ is missing" },
  { isIn: ({ domain }) => domain === "", says: "The domain after the @ is missing" },
  { isIn: ({ address }) => address.includes(" "), says: "It has a space inside" },
  {
    isIn: ({ local }) => !atoms.test(local),
    says: "Before the @, only letters, digits and signs such as . _ + - are accepted",
  },
  { isIn: ({ local }) => /^\.|\.\.|\.$/.test(local), says: "Before the @, a dot must stand between other characters" },
  { isIn: ({ domain }) => !domain.includes("."), says: "The domain after the @ has no dot" },
  { isIn: ({ host }) => !hostname.test(host), says: "What follows the @ is not a domain" },
  {
    isIn: ({ local, email }) => Buffer.byteLength(local) > 64 || Buffer.byteLength(email) > maxEmailLength,
    says: "It is too long",
  },
]

/** The form in which addresses are compared. After `readTyped`, no other letter becomes a letter of ASCII. */
export function comparableEmail(stored: string): string {
  return stored.toLowerCase().normalize("NFC")
}

/** Whether only a mail server with SMTPUTF8 takes this address (RFC 6531). */
export const needsUtf8 = (email: string): boolean => /\P{ASCII}/u.test(email)

/** An address as a person types or pastes it, converted to the form that is stored and mailed to. */
export const typedEmail = z
  .string()
  .max(maxEmailLength)
  .meta({ format: "email" })
  .transform((text, issues) => {
    const read = readEmail(text)
    if ("email" in read) return read.email
    issues.addIssue({ code: "custom", message: `must be a valid email address. ${read.fault}` })
    return z.NEVER
  })

/** An address that identifies a person. Upper and lower case make no difference. */
export const personEmail = typedEmail.meta({ examples: ["ada@example.com"] }).transform(comparableEmail)
