import { randomText } from "#kernel/ids.ts"
import type { Keyring } from "#kernel/keyring.ts"
import { readTyped } from "#kernel/typed-text.ts"

/** Crockford's base 32, without I, L, O and U, so that codes are easy to read aloud or copy from paper. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const groups = 6
const groupLength = 4
const madeCode = new RegExp(`^[${alphabet}]{${groups * groupLength}}$`)

export function canonicalGiftCode(text: string): string {
  return readTyped(text).toUpperCase().normalize("NFKC")
}

/** The HMAC under which a code is stored, so that the table does not reveal codes. */
export function giftCodeMac(keyring: Keyring, text: string): string {
  return keyring.mac("gift-code", canonicalGiftCode(text))
}

/** The HMACs under which a code may be stored, by the present key or an older one. */
export function giftCodeMacs(keyring: Keyring, text: string): readonly string[] {
  return keyring.macs("gift-code", canonicalGiftCode(text))
}

/**
 * The HMAC of a code without its hyphens; several codes of a workspace may have the same one. A code that would be too
 * easy to guess keeps them.
 */
export function joinedCodeMac(keyring: Keyring, text: string): string {
  const code = canonicalGiftCode(text)
  const joined = withoutHyphens(code)
  return keyring.mac("gift-code", joined.length < shortestJoined ? code : joined)
}

const shortestJoined = 6

/** Makes a code of 120 random bits, in six groups of four: `7Q2M-…`. */
export function newGiftCode(): string {
  return Array.from({ length: groups }, () => randomText(alphabet, groupLength)).join("-")
}

/**
 * The HMACs of the codes that a typed text can mean: `exact` with the text's own hyphens or spaces, the likeliest code
 * first, `joined` without them.
 */
export function typedCodeMacs(keyring: Keyring, text: string): { exact: string[]; joined: string[] } {
  const typed = canonicalGiftCode(text)
  const texts = [typed, typed.replace(aroundCode, ""), ...saidCode(typed)]
  const exact = [...texts, ...texts.map((one) => one.replaceAll(" ", "-")), ...codesAsMade(typed)]
  const macsOf = (codes: string[]) => [...new Set(codes)].flatMap((code) => keyring.macs("gift-code", code))
  return { exact: macsOf(exact), joined: macsOf(texts.map(withoutHyphens)) }
}

/** Punctuation around a code in a sentence. */
const aroundCode = /^[([{<]+|[.,;:!?)\]}>]+$/g

const withoutHyphens = (code: string) => code.replace(/[- ]/g, "")

/** The end of a sentence such as `Your code is …` or `Code: …`. */
function saidCode(typed: string): string[] {
  const [, said] = /^.*\p{L}(?: IS(?=[\s:]):?| ?:) *(\S.*)$/u.exec(typed) ?? []
  return said === undefined ? [] : [readTyped(said.replace(aroundCode, ""))]
}

/**
 * Finds codes that we made, also in a sentence. Crockford reads O as 0, and I and L as 1. Characters between
 * the groups do not count.
 */
function codesAsMade(typed: string): string[] {
  const parts = typed.match(/[0-9A-Z]+/g) ?? []
  return parts.flatMap((_, from) => {
    let code = ""
    for (const part of parts.slice(from)) {
      code += part
      if (code.length >= groups * groupLength) break
    }
    const made = code.replaceAll("O", "0").replace(/[IL]/g, "1")
    return madeCode.test(made) ? [(made.match(/.{4}/g) ?? []).join("-")] : []
  })
}
