import { timingSafeEqual } from "node:crypto"
import type { Outside } from "#access/context.ts"

type Cx = Pick<Outside, "keyring" | "addresses">

/** The mailed code of a sign-in: eight digits of a MAC of its id, so that the database does not store it. */
export function codeOf({ keyring }: Cx, signInId: string): string {
  return toDigits(keyring.mac("sign-in-code", signInId))
}

/** The number of a code's digits. */
export const codeLength = 8

/** Compares a code's digits in constant time. Codes made with older keys are accepted. */
export function isCodeOf({ keyring }: Cx, signInId: string, digits: string): boolean {
  const given = Buffer.from(digits)
  return keyring.macs("sign-in-code", signInId).some((mac) => {
    const expected = Buffer.from(toDigits(mac))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

function toDigits(mac: string): string {
  return String(Buffer.from(mac, "base64url").readUIntBE(0, 6) % 100_000_000).padStart(codeLength, "0")
}

/** The mailed link. Opening it does not sign in yet; the button on its page does. */
export function linkOf({ keyring, addresses }: Cx, signInId: string): string {
  return `${addresses.base}/sign-in/link/${signInId}.${keyring.mac("sign-in-link", signInId)}`
}

/** Reads the sign-in's id from the last part of a link. Undefined when the MAC is not ours. */
export function signInIdIn({ keyring }: Cx, link: string): string | undefined {
  const [signInId = "", mac = ""] = link.split(".")
  return keyring.verify("sign-in-link", signInId, mac) ? signInId : undefined
}
