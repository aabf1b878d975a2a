import assert from "node:assert/strict"
import { test } from "node:test"
import { discoveryWorld, layouts } from "#test/support/worlds/discovery-world.ts"

test("redirects to the metadata's own host may not be cached", async (t) => {
  const { askAt, settings } = await discoveryWorld(t, layouts["on hosts of their own"] ?? {})
  for (const name of ["oauth-authorization-server", "oauth-protected-resource"]) {
    const { status, headers } = await askAt("GET", `${settings.addresses.base}/.well-known/${name}`)
    assert.deepEqual([status, headers["cache-control"]], [307, "no-store"])
  }
})
