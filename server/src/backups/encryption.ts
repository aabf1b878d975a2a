import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { Readable } from "node:stream"
import type { ReadableStream } from "node:stream/web"

/** Encrypts or decrypts a stream, with memory for a few pieces of it. */
export type Converter = (bytes: Readable) => Promise<Readable>

export const unchanged: Converter = async (bytes) => bytes

/** Encrypts to public keys of age. @throws Error for a text that is none. */
export async function encryptTo(recipients: readonly string[]): Promise<Converter> {
  if (recipients.length === 0) return unchanged
  const { Encrypter } = await import("age-encryption")
  const encrypter = new Encrypter()
  try {
    for (const recipient of recipients) encrypter.addRecipient(recipient)
  } catch {
    throw new Error(
      "--encrypt takes a public key of age, which begins with age1. `age-keygen` makes one with its identity.",
    )
  }
  return async (bytes) => toNode(await encrypter.encrypt(toWeb(bytes)))
}

/** Decrypts with the identities in a file, as `age-keygen` writes it. @throws Error for a file without one. */
export async function decryptWith(path: string): Promise<Converter> {
  const { Decrypter } = await import("age-encryption")
  const decrypter = new Decrypter()
  const lines = readFileSync(path, "utf8").split("\n").map((line) => line.trim()) // biome-ignore format: one thought
  const identities = lines.filter((line) => line !== "" && !line.startsWith("#"))
  try {
    if (identities.length === 0) throw new Error("The file is empty.")
    for (const identity of identities) decrypter.addIdentity(identity)
  } catch {
    throw new Error(`${path} is not an identity file of age: it has a line that is not AGE-SECRET-KEY-1….`)
  }
  return async (bytes) => {
    try {
      return toNode(await decrypter.decrypt(toWeb(bytes)))
    } catch (cause) {
      bytes.destroy()
      throw new Error(`The backup cannot be decrypted with ${path}: it is encrypted to another key.`, { cause })
    }
  }
}

export function nameOfKeys(recipients: readonly string[]): string {
  return createHash("sha256").update(recipients.toSorted().join("\n")).digest("hex").slice(0, 16)
}

const toWeb = (bytes: Readable) => Readable.toWeb(bytes) as globalThis.ReadableStream<Uint8Array>
const toNode = (bytes: globalThis.ReadableStream<Uint8Array>) => Readable.fromWeb(bytes as ReadableStream)
