import assert from "node:assert/strict"
import { test } from "node:test"
import { reservedSlugs } from "#domains/workspaces/slugs/reserved-slugs.ts"
import { documents } from "#surfaces/discovery/documents.ts"
import { forms } from "#surfaces/pages/forms.ts"
import { pages } from "#surfaces/pages/pages.ts"
import { discoveryWorld } from "#test/support/worlds/discovery-world.ts"

test("200: robots.txt closes what is no page, and names the sitemap", async (t) => {
  const { askAt, settings } = await discoveryWorld(t, {})
  const { base } = settings.addresses
  const text = (await askAt("GET", `${base}/robots.txt`)).bytes.toString()
  assert.match(text, /^User-agent: \*$/m)
  assert.match(text, /^Disallow: \/api\/$/m)
  assert.ok(text.includes(`\nSitemap: ${base}/sitemap.xml\n`))
})

test("200: security.txt names a contact and the day that it ends, within a year (RFC 9116)", async (t) => {
  const contact = "https://elsewhere.example/report"
  const { askAt, settings } = await discoveryWorld(t, { SVC_SECURITY_CONTACT: contact })
  const { base } = settings.addresses
  for (const path of ["/.well-known/security.txt", "/security.txt"]) {
    const { status, headers, bytes } = await askAt("GET", `${base}${path}`)
    assert.equal(status, 200)
    assert.equal(headers["content-type"], "text/plain; charset=utf-8")
    const fields = new Map(
      bytes
        .toString()
        .trim()
        .split("\n")
        .map((line) => line.split(": ", 2) as [string, string]),
    )
    assert.equal(fields.get("Contact"), contact)
    assert.equal(fields.get("Canonical"), `${base}/.well-known/security.txt`)
    const left = Date.parse(fields.get("Expires") ?? "") - Date.now()
    assert.ok(left > 0 && left < 365 * 86_400_000, String(left))
  }
})

test("security.txt names the mailbox of RFC 2142 where no other contact is set", async (t) => {
  const { askAt, settings } = await discoveryWorld(t, {})
  const { bytes } = await askAt("GET", `${settings.addresses.base}/.well-known/security.txt`)
  assert.match(bytes.toString(), /^Contact: mailto:security@[\w.]+$/m)
})

test("200: favicon.ico is an icon", async (t) => {
  const { askAt, settings } = await discoveryWorld(t, {})
  const { status, headers, bytes } = await askAt("GET", `${settings.addresses.base}/favicon.ico`)
  assert.equal(status, 200)
  assert.equal(headers["content-type"], "image/x-icon")
  assert.equal(bytes.subarray(0, 4).toString("hex"), "00000100")
})

test("no workspace can have the first part of an address of ours", () => {
  const own = documents.filter(({ below }) => below === undefined).flatMap((document) => document.paths)
  const paths = [...pages, ...forms].map(({ path }) => path).concat(own)
  for (const path of [...paths, "/api", "/assets/x", "/u/x", "/mcp", "/oauth/authorize"]) {
    const [, first = ""] = path.split("/")
    if (first === "" || first.startsWith(":") || /[^a-z0-9-]/.test(first)) continue
    assert.ok(reservedSlugs.has(first) || first.length < 3, `${first} of ${path}`)
  }
})
