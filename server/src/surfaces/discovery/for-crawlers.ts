import type { Settings } from "#config/settings.ts"
import { dayMs } from "#kernel/time/units.ts"
import { pages } from "../pages/pages.ts"

/** RFC 9309. Crawlers must fetch a private page to read its `noindex`: only addresses without pages are disallowed. */
export function robotsText({ addresses }: Settings): string {
  return `# Pages that are not for search engines say so themselves, by X-Robots-Tag.
User-agent: *
Disallow: /api/
Disallow: /oauth/
Allow: /

Sitemap: ${addresses.base}/sitemap.xml
`
}

/** https://www.sitemaps.org/protocol.html: the public pages with one address. Offers are left to their sellers. */
export function sitemap({ addresses }: Settings): string {
  const open = pages.filter(({ isPrivate, path }) => !isPrivate && !path.includes(":"))
  const rows = open.map(({ path }) => `  <url><loc>${new URL(path, `${addresses.base}/`)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${rows.join("\n")}
</urlset>
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
