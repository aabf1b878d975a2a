import { createPrivateKey } from "node:crypto"
import { z } from "zod"
import { loopbackPort } from "#kernel/loopback-port.ts"

export const address = z
  .url({ protocol: /^https?$/, error: "must be an http or https address" })
  .transform((text) => new URL(text))
  .refine(
    (url) => !url.search && !url.hash && !url.username && !url.password,
    "must be a bare address, without ? # or @",
  )
  .transform((url) => url.href.replace(/\/+$/, ""))
export const scheme = (pattern: RegExp, says: string) => z.string().regex(pattern, says)
export const number = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must lie between ${least} and ${most}`)
export const percentage = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,4})?$/, "must be a number, such as `1` or `0.1`")
  .transform(Number)
  .refine((value) => value <= 100, "must lie between 0 and 100")
export const commaList = (fits: (part: string) => boolean, says: string) =>
  z
    .string()
    .transform((text) =>
      text
        .split(",")
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine((parts) => parts.every(fits), says)

/** RFC 6749 §3.1.2: "The redirection endpoint URI MUST be an absolute URI […] MUST NOT include a fragment component." */
export const isCallback = (part: string) => {
  const url = URL.parse(part)
  if (!url || /[#\s]/.test(part) || url.username || url.password) return false
  if (url.protocol === "http:") return loopbackPort.test(part)
  return url.protocol === "https:" ? part.startsWith("https://") : !ofBrowsers.has(url.protocol)
}

/** Schemes that browsers open themselves. All others belong to an app. */
const ofBrowsers = new Set(
  [
    "about",
    "blob",
    "chrome",
    "data",
    "file",
    "filesystem",
    "ftp",
    "javascript",
    "vbscript",
    "view-source",
    "ws",
    "wss",
  ].map((scheme) => `${scheme}:`),
)

/** An origin as browsers send it in `Origin` (RFC 6454): lower case, no path, and no port if it is the default. */
export const isOrigin = (part: string) => /^https?:/.test(part) && URL.parse(part)?.origin === part

export const backupKey = z
  .string()
  .regex(/^[^:]+:.+$/, "must be `key:secret`")
  .transform((text) => ({ key: text.slice(0, text.indexOf(":")), secret: text.slice(text.indexOf(":") + 1) }))

/** RFC 8301 section 3.2: 2,048 bits. The library that signs cannot use Ed25519. */
export const dkimKey = z
  .string()
  .transform((text) => text.replaceAll("\\n", "\n"))
  .refine((text) => {
    try {
      const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(text)
      return asymmetricKeyType === "rsa" && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2_048
    } catch {
      return false
    }
  }, "must be a private RSA key in PEM, of 2048 bits or more")

/** Parses a text with `read`, which returns undefined, or the faults, for an invalid one. */
export const readBy = <Value extends object>(read: (text: string) => Value | string[] | undefined, says: string) =>
  z.string().transform((text, context): Value => {
    const value = read(text)
    if (value !== undefined && !Array.isArray(value)) return value
    context.addIssue({ code: "custom", message: value?.join("; ") ?? says })
    return z.NEVER
  })
