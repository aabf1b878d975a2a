import assert from "node:assert/strict"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { world } from "#test/support/worlds/world.ts"
import { addSite, getOwnWorkspace, removeSite } from "../index.ts"
import { mostSites } from "./site-input.ts"

onSqlite("owners and admins list https origins; members do not, and other workspaces see none", async (t, kind) => {
  const { act } = await world(t, kind)
  for (const site of ["https://Shop.example/products?page=2", "shop.example", " https://shop.example "]) {
    assert.deepEqual(await act("admin", addSite, { site }), { sites: ["https://shop.example"] })
  }
  assert.deepEqual(await act("owner", addSite, { site: "https://blog.example:8443" }), {
    sites: ["https://blog.example:8443", "https://shop.example"],
  })
  for (const role of ["member", "viewer"] as const) {
    await assert.rejects(act(role, addSite, { site: "https://other.example" }), { code: "workspace_forbidden" })
    await assert.rejects(act(role, removeSite, { site: "https://shop.example" }), { code: "workspace_forbidden" })
  }
  assert.deepEqual((await act("stranger", getOwnWorkspace, {})).sites, [])
  assert.deepEqual(await act("admin", removeSite, { site: "https://shop.example" }), {
    sites: ["https://blog.example:8443"],
  })
  assert.deepEqual((await act("viewer", getOwnWorkspace, {})).sites, ["https://blog.example:8443"])
})

onSqlite("a site that is no https origin is refused, above all text with a meaning in a header", async (t, kind) => {
  const { act } = await world(t, kind)
  const wrong = ["", "*", "https://*", "https://*.example.com", "https://a.example;script-src", "https://a,b.example"]
  const others = [
    "http://shop.example",
    "https://localhost",
    "javascript:alert(1)",
    "data:text/html,a",
    "'self'",
    "https:",
  ]
  for (const site of [...wrong, ...others]) {
    await assert.rejects(act("owner", addSite, { site }), { code: "invalid_request", field: "site" }, site)
  }
  assert.deepEqual((await act("owner", getOwnWorkspace, {})).sites, [])
})

onBothDatabases("two admins add sites at once: none is lost, and the list ends at twenty", async (t, kind) => {
  const { act } = await world(t, kind)
  const sites = Array.from({ length: mostSites + 2 }, (_, at) => `https://shop-${at}.example`)
  const added = await Promise.allSettled(sites.map((site, at) => act(at % 2 ? "owner" : "admin", addSite, { site })))
  const refused = added.filter((one) => one.status === "rejected")
  assert.deepEqual(refused.map(({ reason }) => reason.message), Array(2).fill("A workspace can list 20 sites.")) // biome-ignore format: one thought
  assert.equal((await act("viewer", getOwnWorkspace, {})).sites.length, mostSites)
})
