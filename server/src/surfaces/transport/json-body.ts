import type { FastifyRequest } from "fastify"
import { invalidInput, ServiceError } from "#kernel/error.ts"

export const maxBodyBytes = 64 * 1024
const maxDepth = 32
const forbiddenNames = new Set(["__proto__", "constructor", "prototype"])

type Done = (error: Error | null, body?: unknown) => void

/** Fastify's parser of JSON bodies. A refusal is the caller's fault and says what to do. */
export function readJson(request: FastifyRequest, body: Buffer, done: Done): void {
  try {
    refuseEncoding(request)
    done(null, parseJson(body))
  } catch (error) {
    done(error as Error)
  }
}

/**
 * Stricter than `JSON.parse`: UTF-8 only, at most 32 levels, no repeated name, no name that could reach a prototype, no
 * U+0000 (PostgreSQL cannot store it), no lone surrogate. Refusals name the text `what`. @throws ServiceError 400.
 */
export function parseJson(body: Buffer, what = "body"): unknown {
  const text = decode(body, what)
  const names = countNames(text, what)
  const value = parse(text, what)
  if (names !== inspect(value, what)) throw invalidInput(`The ${what} repeats a field.`, "Send each field once.")
  return value
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

function decode(body: Buffer, what: string): string {
  try {
    return utf8.decode(body)
  } catch {
    throw invalidInput(`The ${what} is not valid UTF-8.`, "Encode the JSON as UTF-8.")
  }
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidInput(`The ${what} is not valid JSON.`, "Check it with a JSON validator.")
  }
}

/**
 * Counts the names in what may be JSON: each has a colon outside of strings. Counts brackets too, before any recursive
 * code runs. A regular expression would restart at every quote.
 */
function countNames(text: string, what: string): number {
  let names = 0
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) isInString = !isInString
    else if (isInString) at += code === backslash ? 1 : 0
    else if (code === colon) names += 1
    else depth += levels[code] ?? 0
    if (depth > maxDepth)
      throw invalidInput(`The ${what} is nested more than ${maxDepth} levels deep.`, "Reduce the nesting.")
  }
  return names
}

const quote = '"'.charCodeAt(0)
const backslash = "\\".charCodeAt(0)
const colon = ":".charCodeAt(0)
const levels = new Int8Array(128)
for (const open of "{[") levels[open.charCodeAt(0)] = 1
for (const close of "}]") levels[close.charCodeAt(0)] = -1

function inspect(value: unknown, what: string): number {
  if (typeof value === "string") return inspectText(value, what)
  if (Array.isArray(value)) return value.reduce<number>((count, item) => count + inspect(item, what), 0)
  if (value === null || typeof value !== "object") return 0
  return Object.entries(value).reduce((count, [name, item]) => {
    if (forbiddenNames.has(name)) throw invalidInput(`A field must not be named \`${name}\`.`, "Remove it.")
    inspectText(name, what)
    return count + 1 + inspect(item, what)
  }, 0)
}

function inspectText(text: string, what: string): 0 {
  if (text.includes("\0")) throw invalidInput(`The ${what} contains the character U+0000.`, "Remove it.")
  if (!text.isWellFormed())
    throw invalidInput(`The ${what} contains half of a surrogate pair.`, "Send whole characters.")
  return 0
}

function refuseEncoding({ headers }: FastifyRequest): void {
  const coding = headers["content-encoding"]
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers["content-type"] ?? "")?.[1]
  if (coding !== undefined && coding !== "identity") throw unreadable("Content-Encoding", "Send the body uncompressed.")
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw unreadable("charset", "Encode the JSON as UTF-8.")
}

const unreadable = (what: string, hint: string) =>
  new ServiceError("invalid_request", `The body's ${what} is not supported.`, { status: 415, hint })
