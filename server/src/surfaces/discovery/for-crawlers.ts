import type { Settings } from "#config/settings.ts"
import { dayMs } from "#kernel/time/units.ts"

/** RFC 9309. Crawlers must fetch a private page to read its `noindex`: only addresses without pages are disallowed. */
export function robotsText({ addresses }: Settings): string {
  return `# Pages that are not for search engines say so themselves, by X-Robots-Tag.
User-agent: *
Disallow: /api/
Allow: /api/og
Disallow: /oauth/
Allow: /

Sitemap: ${addresses.base}/sitemap.xml
`
}

/** RFC 9116. §2.5.5: Expires is "RECOMMENDED […] less than a year into the future"; each restart postpones it. */
export function securityText({ addresses, securityContact }: Settings): string {
  // RFC 2142 §4: security@ is the mailbox for "Security bulletins or queries".
  const contact = securityContact ?? `mailto:security@${new URL(addresses.base).hostname}`
  const expires = new Date((Math.floor(Date.now() / dayMs) + 360) * dayMs)
  return `Contact: ${contact}
Expires: ${expires.toISOString()}
Preferred-Languages: en
Canonical: ${addresses.base}/.well-known/security.txt
`
}
