import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { addSite, removeSite } from "#domains/workspaces/index.ts"
import { openBrowser, signIn } from "#test/support/pages/simple-browser.ts"
import { offerOnSale } from "#test/support/selling/shop.ts"
import { pageWorld } from "#test/support/worlds/page-world.ts"

const ancestorsOf = (headers: Record<string, string>) =>
  /frame-ancestors ([^;]+)/.exec(headers["content-security-policy"] ?? "")?.[1]

test("only listed sites may frame the checkout, from the next request on; no other page may be framed", async (t) => {
  const world = await pageWorld(t)
  const { shortKey } = await offerOnSale(world)
  const embed = async () => ancestorsOf((await world.visit(`/pay/${shortKey}/embed`)).headers)
  assert.equal(await embed(), "'none'")
  await world.act("owner", addSite, { site: "https://shop.example" })
  await world.act("admin", addSite, { site: "https://blog.example" })
  assert.equal(await embed(), "https://blog.example https://shop.example")
  for (const path of [`/pay/${shortKey}`, "/", "/sign-in", "/pay/zzzz/embed"]) {
    assert.equal(ancestorsOf((await world.visit(path)).headers), "'none'", path)
  }
  await world.act("owner", removeSite, { site: "https://shop.example" })
  assert.equal(await embed(), "https://blog.example")
})

test("in the frame neither the page nor its calls accept the session's cookie", async (t) => {
  const world = await pageWorld(t)
  const { shortKey } = await offerOnSale(world)
  const ada = openBrowser(world)
  await signIn(world, ada, "owner@example.com")
  const full = await ada.visit(`/pay/${shortKey}`)
  assert.match(full.html, /data-account=/)

  const { status, html, headers } = await ada.visit(`/pay/${shortKey}/embed`)
  assert.equal(status, 200)
  assert.doesNotMatch(html, /data-account=|owner@example\.com|data-offers-tools|This is your workspace/)
  assert.equal(headers["x-robots-tag"], "noindex")
  assert.equal(headers["set-cookie"], undefined)
  const look = async (more: object) => (await world.get(`/api/pay/${shortKey}`, { ...ada.headers(), ...more })).body
  assert.equal((await look({})).isSignedIn, true)
  assert.equal((await look({ "svc-frame": "1" })).isSignedIn, false)
})

test("a framed checkout has a cookie of its own, which the pay page does not read", async (t) => {
  const world = await pageWorld(t)
  const { shortKey } = await offerOnSale(world)
  const buyerEmail = "bo@example.com"
  const checkOut = async (headers: Record<string, string>) => {
    const { body, headers: sent } = await world.post(`/api/pay/${shortKey}/checkout`, { buyerEmail }, headers)
    return { sessionId: body.sessionId, cookie: String(sent["set-cookie"] ?? "") }
  }
  const first = await checkOut({ "svc-frame": "1" })
  assert.match(first.cookie, /^framed_buyer=[^;]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=None; Secure; Partitioned$/)
  const cookie = first.cookie.split(";")[0] ?? ""
  assert.equal((await checkOut({ "svc-frame": "1", cookie })).sessionId, first.sessionId)
  const outside = await checkOut({ cookie })
  assert.notEqual(outside.sessionId, first.sessionId, "another browser ends the first checkout")
  assert.match(outside.cookie, /^buyer=[^;]+; [^=]+=\/; [^=]+=\d+; HttpOnly; SameSite=Lax$/)
})

test("the button's script is one file of at most 1 kB, which other sites load and which stays fresh", async (t) => {
  const world = await pageWorld(t)
  const { status, headers, bytes } = await world.get("/buy.js", { "accept-encoding": "gzip" })
  assert.equal(status, 200)
  assert.equal(headers["content-encoding"], "gzip")
  t.diagnostic(`${bytes.length} bytes`)
  assert.ok(bytes.length <= 1000, `${bytes.length} bytes`)
  assert.equal(headers["cache-control"], "public, max-age=600")
  assert.equal(headers["cross-origin-resource-policy"], "cross-origin")
  const source = readFileSync(new URL("../../../web/src/buy.ts", import.meta.url), "utf8")
  assert.doesNotMatch(source, /^import|^export/m)
})
