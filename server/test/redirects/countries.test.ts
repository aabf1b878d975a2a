import assert from "node:assert/strict"
import { test } from "node:test"
import { getLinkStats } from "#domains/links/index.ts"
import { shorten } from "#test/support/workspace/links.ts"
import { pageWorld } from "#test/support/worlds/page-world.ts"

test("302 counts the country of the visitor's network, and keeps nothing else of its address", async (t) => {
  const asked: string[] = []
  const find = (network: string) => {
    asked.push(network)
    return network === "198.51.100.7" ? "DE" : undefined
  }
  const change = <App>(app: App) => ({ ...app, countries: { find, close() {} } })
  const world = await pageWorld(t, { SVC_TRUSTED_PROXIES: "127.0.0.1" }, change)
  const { id } = await shorten(world, { slug: "spring" })
  const visit = (address: string, method: "GET" | "HEAD" = "GET") => {
    const headers = { "x-forwarded-for": address, "user-agent": "Mozilla/5.0 (Windows NT 10.0)" }
    return world.server.inject({ method, url: "/s/spring", headers })
  }
  for (const address of ["198.51.100.7", "198.51.100.7", "203.0.113.9", "2001:db8:1:2:3:4:5:6"]) {
    assert.equal((await visit(address)).statusCode, 302)
  }
  assert.equal((await visit("198.51.100.7", "HEAD")).statusCode, 302)
  assert.deepEqual(asked, ["198.51.100.7", "198.51.100.7", "203.0.113.9", "2001:db8:1:2::/64"], "a HEAD is no click")
  const { countries, devices } = await world.act("viewer", getLinkStats, { id })
  assert.deepEqual(countries, [{ country: "DE", clicks: 2 }])
  assert.deepEqual(devices, [{ device: "desktop", clicks: 4 }])
  const rows = JSON.stringify(await world.app.database.read.selectFrom("link_days").selectAll().execute())
  assert.ok(!/198\.51|203\.0|2001/.test(rows))
})
