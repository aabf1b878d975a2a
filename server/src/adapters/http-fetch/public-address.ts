import ipaddr from "ipaddr.js"

/** The addresses that are allocated to the public IPv6 internet (RFC 4291 section 2.4). */
const publicIpv6 = ipaddr.parseCIDR("2000::/3")

/** IPv4 inside IPv6 (mapped, NAT64, 6to4, Teredo) is not public: it would bypass a check of the address. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== "unicast") return false
  return address.kind() === "ipv4" || address.match(publicIpv6)
}
