const secretHeaders = ["authorization", "cookie"]
const redirects = [301, 302, 303, 307, 308]

export interface Hop {
  url: URL
  headers: Record<string, string>
}

/** Undefined for a final response. Drops secret headers for another origin (RFC 9110 §15.4). Refuses https to http. */
export function nextHop(from: Hop, status: number, location: string | undefined): Hop | undefined {
  if (!redirects.includes(status) || location === undefined) return undefined
  const url = new URL(location.replace(/^\s*webcals?:/i, "https:"), from.url)
  if (from.url.protocol === "https:" && url.protocol === "http:") throw new Error("The redirect leaves https.")
  return { url, headers: url.origin === from.url.origin ? from.headers : withoutSecrets(from.headers) }
}

function withoutSecrets(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !secretHeaders.includes(name.toLowerCase())))
}
