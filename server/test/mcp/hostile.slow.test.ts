import assert from "node:assert/strict"
import { test } from "node:test"
import { mcpWorld } from "#test/support/worlds/mcp-world.ts"

test("200 with 1429 for a tool that was called too often, with the seconds to wait", async (t) => {
  const { call, connect, callers } = await mcpWorld(t)
  const { accessToken } = await connect(callers.member)
  const set = () => call(accessToken, "set_stream_plan", { url: "https://localhost/calendar.ics" })
  for (let times = 0; times < 30; times += 1) assert.notEqual((await set()).body.error.code, 1429)

  const { status, body } = await set()

  assert.equal(status, 200)
  assert.equal(body.error.code, 1429)
  assert.match(body.error.message, /too often.*Try again in \d+ minutes/)
  assert.equal(body.error.data.code, "rate_limited")
  assert.ok(body.error.data.retry_after > 0 && body.error.data.retry_after <= 3_600)
})
