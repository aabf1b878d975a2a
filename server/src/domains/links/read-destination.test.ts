import assert from "node:assert/strict"
import { test } from "node:test"
import { shorten, verifyDomain } from "#test/support/workspace/links.ts"
import { world } from "#test/support/worlds/world.ts"
import { createTaggedLink, editLinkAndSlug, getLink } from "./index.ts"

const refused: Record<string, string[]> = {
  "no address": ["", "example.com/page", "//example.com", "http://", "not an address", "https://exa mple.com"],
  "another scheme": [
    "javascript:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,hi",
    "file:///etc/passwd",
    "ftp://example.com/",
    "mailto:a@example.com",
    "intent://example.com",
  ],
  credentials: ["https://good.com@evil.com/", "https://user:secret@example.com/", "https://@:x@example.com/"],
  "an IP address": [
    ...["http://127.0.0.1/", "http://0x7f.1/", "http://2130706433/", "http://①②⑦.⓪.⓪.①/", "http://017700000001/"],
    ...["http://[::1]/", "http://[::ffff:169.254.169.254]/", "http://169.254.169.254/latest/meta-data"],
    ...["http://8.8.8.8/"],
  ],
  "a private name": [
    ...["http://localhost/", "http://localhost./", "http://intranet/", "http://printer.local/"],
    ...["http://db.internal/", "http://a.test/", "http://shop.example/", "http://x.onion/"],
    ...["http://host.no-such-tld/", "http://com/"],
  ],
}

for (const [kind, addresses] of Object.entries(refused)) {
  test(`a link does not lead to ${kind}`, async (t) => {
    const studio = await world(t)
    for (const destination of addresses) {
      const refusal = { code: "invalid_request", field: "destination", message: /^Destination /, hint: /\S/ }
      await assert.rejects(shorten(studio, { destination }), refusal, destination)
    }
  })
}

test("a link leads to pages of this service, but not to a short link", async (t) => {
  const studio = await world(t)
  const addresses = {
    base: "https://atelier.social",
    auth: "https://auth.atelier.social",
    mcp: "https://mcp.atelier.social/mcp",
    short: "https://atl.to",
    files: "https://files.atelier.social",
  }
  await verifyDomain(studio, "go.studio.com")
  const app = { ...studio.app, addresses }
  const refused = { code: "invalid_request", message: /is a short link itself/ }
  for (const host of ["atl.to", "ATL.to.", "atl.to:443", "Go.Studio.com"]) {
    const link = shorten({ ...studio, app }, { destination: `https://${host}/anything` })
    await assert.rejects(link, refused, host)
  }
  const pages = ["pay/demo", "@studio", "d/some-doc", "share/abc", "u/abc", "s", "s/x"]
  for (const destination of [
    ...pages.map((page) => `https://atelier.social/${page}`),
    ...["https://files.atelier.social/x", "https://not-atelier.social/", "https://studio.com/"],
  ]) {
    assert.equal((await shorten({ ...studio, app }, { destination })).destination, destination)
  }

  const { base } = studio.app.addresses
  for (const page of [...pages.slice(0, 5), "sale", "S/x", ""]) {
    assert.equal((await shorten(studio, { destination: `${base}/${page}` })).destination, `${base}/${page}`)
  }
  for (const path of ["s", "s/", "s/x", "%73/x", "pay/../s/x", "s%2Fx", "s?x=1"]) {
    await assert.rejects(shorten(studio, { destination: `${base}/${path}` }), refused, path)
  }
  await assert.rejects(shorten(studio, { destination: "http://localhost:3001/pay/demo" }), /not a public domain/)
})

test("an address loses what surrounds it and what cannot be seen, and nothing else", async (t) => {
  const { act } = await world(t)
  for (const [pasted, destination] of [
    ["\u200b https://example.com/a\u2060b ", "https://example.com/ab"],
    ["“https://example.com/”", "https://example.com/"],
    ["\ufeffexample.com/x\u00ad", "https://example.com/x"],
    ["'example.com/it’s'", "https://example.com/it%E2%80%99s"],
    ["https://example.com/wiki/Köln–Frankfurt", "https://example.com/wiki/K%C3%B6ln%E2%80%93Frankfurt"],
    ["https://example.com/ﬁ①", "https://example.com/%EF%AC%81%E2%91%A0"],
    ["\u202ahttps://example.com/\u202c", "https://example.com/"],
  ] as const) {
    assert.equal((await act("member", createTaggedLink, { destination: pasted })).destination, destination)
  }
})

test("an address that a person types without https:// gets it, and other addresses stay as they are", async (t) => {
  const { act } = await world(t)
  const { id } = await act("member", createTaggedLink, { destination: " Example.com/spring?x=1 " })
  const typed: Record<string, string> = {
    "example.com": "https://example.com/",
    "shop.example.com:8443/a": "https://shop.example.com:8443/a",
    "bücher.example.com#top": "https://xn--bcher-kva.example.com/#top",
    "http://example.com/": "http://example.com/",
  }
  assert.equal((await act("member", getLink, { id })).destination, "https://example.com/spring?x=1")
  for (const [destination, stored] of Object.entries(typed)) {
    assert.equal((await act("member", editLinkAndSlug, { id, destination })).destination, stored)
  }
  for (const destination of ["//example.com", "user:x@example.com", "mailto:a@example.com", "nowhere", "127.0.0.1/a"]) {
    await assert.rejects(act("member", editLinkAndSlug, { id, destination }), { field: "destination" }, destination)
  }
})

test("a destination is stored as browsers read it", async (t) => {
  const studio = await world(t)
  for (const [destination, stored] of [
    ["HTTPS://Example.COM", "https://example.com/"],
    ["http://example.com:80/a/../b", "http://example.com/b"],
    ["https://bücher.de/ü?q=ü#ü", "https://xn--bcher-kva.de/%C3%BC?q=%C3%BC#%C3%BC"],
    ["https://example.com./x", "https://example.com/x"],
    ["https://exam\nple.com/", "https://example.com/"],
    ["https://github.io/", "https://github.io/"],
    ["https://gov.uk/", "https://gov.uk/"],
  ] as const) {
    assert.equal((await shorten(studio, { destination })).destination, stored)
  }
})

test("an apostrophe stays one, and its code stays a code", async (t) => {
  const studio = await world(t)
  for (const destination of [
    "https://example.com/it's?q=it's&r=it%27s&s='%27'#it's",
    "https://example.com/?'",
    "https://example.com/#a?b='",
    "https://example.com/?%27?'#'?'",
    "https://example.com/?",
    "https://example.com/?#",
  ]) {
    assert.equal((await shorten(studio, { destination })).destination, destination)
  }
  assert.equal(
    (await shorten(studio, { destination: "https://bücher.de/?q='ü%2\n7'" })).destination,
    "https://xn--bcher-kva.de/?q='%C3%BC%27'",
  )
})

test("an address has 2048 characters at most, as it was sent and as it is stored", async (t) => {
  const studio = await world(t)
  const start = "https://example.com/"
  await shorten(studio, { destination: start + "a".repeat(2_048 - start.length) })
  for (const rest of ["a".repeat(2_049 - start.length), "ü".repeat(500)]) {
    await assert.rejects(shorten(studio, { destination: start + rest }), {
      message: /^(`destination`|Destination) is /,
    })
  }
})
