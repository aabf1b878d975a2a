import { randomText } from "#kernel/ids.ts"
import type { Keyring } from "#kernel/keyring.ts"

/** Crockford's base 32: no I, L, O or U, so that a code read aloud or from paper is typed right. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** A code as it is compared: NFKC (Unicode normalisation form KC), trimmed, in upper case. */
export function canonicalGiftCode(text: string): string {
  return text.normalize("NFKC").trim().toUpperCase().normalize("NFKC")
}

/** The name under which a code is stored: an HMAC, so that the table does not tell the codes. */
export function giftCodeMac(keyring: Keyring, text: string): string {
  return keyring.mac("gift-code", canonicalGiftCode(text))
}

/** The names under which a code may have been stored, by this key or an older one. */
export function giftCodeMacs(keyring: Keyring, text: string): readonly string[] {
  return keyring.macs("gift-code", canonicalGiftCode(text))
}

/** Makes a code of 120 random bits, in six groups of four: `7Q2M-…`. */
export function newGiftCode(): string {
  return Array.from({ length: 6 }, () => randomText(alphabet, 4)).join("-")
}
