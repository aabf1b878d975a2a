import assert from "node:assert/strict"
import { test } from "node:test"
import { shorten, verifyDomain } from "#test/support/workspace/links.ts"
import { world } from "#test/support/worlds/world.ts"
import { createTaggedLink, editLink, getLink } from "./index.ts"

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

test("a link does not lead back to this service, nor to any domain of short links", async (t) => {
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
  for (const host of ["atelier.social", "AUTH.atelier.social", "mcp.atelier.social:8443", "atl.to.", "Go.Studio.com"]) {
    const link = shorten({ ...studio, app }, { destination: `https://${host}/anything` })
    await assert.rejects(link, { code: "invalid_request", message: /points to this service/ }, host)
  }
  await shorten({ ...studio, app }, { destination: "https://not-atelier.social/" })
  await shorten({ ...studio, app }, { destination: "https://studio.com/" })
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
    assert.equal((await act("member", editLink, { id, destination })).destination, stored)
  }
  for (const destination of ["//example.com", "user:x@example.com", "mailto:a@example.com", "nowhere", "127.0.0.1/a"]) {
    await assert.rejects(act("member", editLink, { id, destination }), { field: "destination" }, destination)
  }
})

test("what is stored is the address as browsers read it", async (t) => {
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
