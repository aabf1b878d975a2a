import { createRequire } from "node:module"
import { domainToASCII, domainToUnicode } from "node:url"
import type * as Suffixes from "tldts"
import type { Addresses } from "#kernel/addresses.ts"
import { ServiceError } from "#kernel/error.ts"
import { readTyped } from "#kernel/typed-text.ts"

/** Top-level names without public sites (RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476). */
const specialUse = new Set([
  "alt",
  "arpa",
  "example",
  "home",
  "internal",
  "invalid",
  "lan",
  "local",
  "localhost",
  "onion",
  "test",
])

/** The list of public suffixes takes 11 MB and 2 % of the start-up time, so it is loaded on first use. */
let suffixes: typeof Suffixes | undefined

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/**
 * Reads a bare public hostname in lower-case ASCII, or throws 400. `domainToASCII` maps or drops characters instead of
 * refusing them (a slash ends the name, `①` becomes `1`), so invalid ones are refused before it, and labels after it.
 */
export function readHostname(text: string, addresses: Addresses): string {
  if (foreign.test(text)) throw notBare()
  const hostname = toAscii(text)
  if (!isHostname(hostname)) throw notAHostname()
  const labels = hostname.split(".")
  if (labels.length < 2 || specialUse.has(labels.at(-1) ?? "")) throw notPublic(hostname)
  refuseSuffix(hostname)
  if (ownHosts(addresses).some((own) => hostname === own || hostname.endsWith(`.${own}`))) throw ours()
  return hostname
}

const foreign = /[\s/\\:@?#%*_[\]]|\p{Cc}/u
const toAscii = (text: string) => domainToASCII(text.replace(/[.。．｡]$/u, ""))

/** Converts a hostname that a person typed to lower-case ASCII. Empty where it is no hostname. */
export function typedHostname(text: string): string {
  const typed = readTyped(text)
  return foreign.test(typed) ? "" : toAscii(typed)
}

/** A hostname as people read it, in its script. `typedHostname` converts it back. */
export function shownHostname(hostname: string): string {
  if (!hostname.includes("xn--")) return hostname
  const shown = domainToUnicode(hostname)
  return typedHostname(shown) === hostname ? shown : hostname
}

/** Whether a text has the form of a hostname in lower-case ASCII. Some IP addresses have it too. */
export function isHostname(text: string): boolean {
  return text.length <= 253 && text.split(".").every((part) => label.test(part))
}

/** The registered part of a hostname: `example.co.uk` for `shop.example.co.uk`. */
export function registrableDomain(hostname: string): string {
  return parse(hostname).domain ?? hostname
}

/** Whether a hostname (in WHATWG form) is a site on the internet, not an IP address or a local name. */
export function isPublicName(hostname: string): boolean {
  if (!hostname.includes(".") || specialUse.has(hostname.slice(hostname.lastIndexOf(".") + 1))) return false
  const { isIp, isIcann, isPrivate } = parse(hostname)
  return isIp === false && (isIcann === true || isPrivate === true)
}

function refuseSuffix(hostname: string): void {
  const { isIp, domain, isIcann, isPrivate } = parse(hostname)
  if (isIp) throw notAHostname()
  if (!isIcann && !isPrivate) throw notPublic(hostname)
  if (domain === null) throw bareSuffix(hostname)
}

function parse(hostname: string) {
  suffixes ??= createRequire(import.meta.url)("tldts") as typeof Suffixes
  return suffixes.parse(hostname, { allowPrivateDomains: true })
}

function ownHosts(addresses: Addresses): string[] {
  return Object.values(addresses).map((address) => new URL(address).hostname)
}

const hint = "Use a hostname such as shop.example.com."

const notBare = () => refused("Domain must be a hostname only.", `${hint} Remove any scheme, port, path or wildcard.`)
const notAHostname = () => refused("Domain is not a valid hostname.", hint)
const notPublic = (name: string) => refused(`“${shownHostname(name)}” is not a public domain.`, hint)
const bareSuffix = (name: string) =>
  refused(`“${shownHostname(name)}” is a public suffix. Use a domain below it.`, hint)
const ours = () => refused("Domain belongs to this service.", "Use a domain of your own.")

function refused(message: string, hint: string): ServiceError {
  return new ServiceError("invalid_request", message, { hint, field: "domain" })
}
