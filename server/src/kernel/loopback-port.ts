/** The origin of an http address of this computer, and its port. No URL parser normalises the text first. */
export const loopbackPort = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::([1-9]\d{0,4}))?(?=[/?]|$)/

/** RFC 8252 §7.3: "MUST allow any port […] for loopback IP redirect URIs". Undefined for a port that cannot exist. */
export function withoutLoopbackPort(address: string): string | undefined {
  const [matched, origin, port] = loopbackPort.exec(address) ?? []
  if (matched === undefined) return address
  return Number(port ?? 80) <= 65_535 ? `${origin}${address.slice(matched.length)}` : undefined
}
