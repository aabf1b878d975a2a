import { randomText } from "#kernel/ids.ts"
import type { Keyring } from "#kernel/keyring.ts"

/** Crockford's base 32, without I, L, O and U, so that codes are easy to read aloud or copy from paper. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

export function canonicalGiftCode(text: string): string {
  return text.normalize("NFKC").trim().toUpperCase().normalize("NFKC")
}

/** The HMAC under which a code is stored, so that the table does not reveal codes. */
export function giftCodeMac(keyring: Keyring, text: string): string {
  return keyring.mac("gift-code", canonicalGiftCode(text))
}

/** The HMACs under which a code may be stored, by the present key or an older one. */
export function giftCodeMacs(keyring: Keyring, text: string): readonly string[] {
  return keyring.macs("gift-code", canonicalGiftCode(text))
}

/** Makes a code of 120 random bits, in six groups of four: `7Q2M-…`. */
export function newGiftCode(): string {
  return Array.from({ length: 6 }, () => randomText(alphabet, 4)).join("-")
}
