import type { IncomingMessage } from "node:http"
import ipaddr from "ipaddr.js"

type Range = ReturnType<typeof ipaddr.parseCIDR>

/** Finds the network of a request: an IPv4 address, or the /64 of an IPv6 one. */
export type FindNetwork = (request: IncomingMessage) => string

/**
 * Uses the peer's address, or behind `trustedProxies` (addresses or CIDR) the last other one in `X-Forwarded-For`.
 * Calls `onStrayProxy` once, for an untrusted sender that forwards. @throws Error naming a malformed entry.
 */
export function networkFinder(trustedProxies: readonly string[], onStrayProxy: () => void = () => {}): FindNetwork {
  const isTrusted = trustedAddresses(trustedProxies)
  let hasReported = false
  return ({ headers, socket }) => {
    let address = socket.remoteAddress
    if (trustedProxies.length === 0 || !isTrusted(address)) {
      if (!hasReported && saysItForwards(headers)) {
        hasReported = true
        onStrayProxy()
      }
      return networkOfAddress(address)
    }
    const hops = forwardedFor(headers["x-forwarded-for"])
    while (isTrusted(address) && hops.length > 0) address = hops.pop()
    return networkOfAddress(address)
  }
}

/** Whether an address is one of `trustedProxies` (addresses or CIDR). @throws Error naming a malformed entry. */
export function trustedAddresses(trustedProxies: readonly string[]): (address: string | undefined) => boolean {
  const trusted = trustedProxies.map(readRange)
  return (address) => address !== undefined && isWithin(address, trusted)
}

/** RFC 7239 §4 defines `Forwarded`; most proxies send the older `X-Forwarded-For`. */
function saysItForwards(headers: IncomingMessage["headers"]): boolean {
  return headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined
}

const plainIpv4 = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/

/** Names the network of an address. All text that is no address is one network. */
export function networkOfAddress(address: string | undefined): string {
  if (address === undefined) return "unknown"
  if (plainIpv4.test(address)) return address
  if (address.startsWith("::ffff:") && plainIpv4.test(address.slice(7))) return address.slice(7)
  const parsed = parse(address)
  if (parsed === undefined) return "unknown"
  if (parsed.kind() === "ipv4") return parsed.toString()
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`
}

/** Reads an address to its bytes. An IPv4 address that is written as an IPv6 one is read as IPv4. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return ipaddr.isValid(address) ? ipaddr.process(address) : undefined
}

function isWithin(address: string, ranges: readonly Range[]): boolean {
  const parsed = parse(address)
  return (
    parsed !== undefined &&
    ranges.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits))
  )
}

function readRange(text: string): Range {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
  const address = parse(text)
  if (!address) throw new Error(`SVC_TRUSTED_PROXIES: "${text}" is neither an address nor a network.`)
  return [address, address.kind() === "ipv4" ? 32 : 128]
}

/** Node joins several header lines with commas. An address may have a port, and an IPv6 one brackets. */
function forwardedFor(header: string | string[] | undefined): string[] {
  return String(header ?? "")
    .split(",")
    .slice(-maxHops)
    .map((hop) =>
      hop
        .trim()
        .replace(/^\[(.*)\](:\d+)?$/, "$1")
        .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1"),
    )
}

const maxHops = 32
