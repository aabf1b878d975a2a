import assert from "node:assert/strict"
import { test } from "node:test"
import { getConnection } from "#domains/connections/index.ts"
import { mcpWorld } from "#test/support/worlds/mcp-world.ts"

test("a connection has the name of the program of its last `initialize` with a token, cleaned and bounded", async (t) => {
  const { request, callers, connect, act } = await mcpWorld(t)
  const { accessToken, grantId } = await connect(callers.member)
  const other = await connect(callers.member)
  const programOf = async (id: string) => (await act("member", getConnection, { id })).program
  const initialize = (clientInfo: unknown, headers = { authorization: `Bearer ${accessToken}` }) =>
    request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo }, headers)

  await initialize({ name: "stranger", version: "1" }, {} as { authorization: string })
  assert.equal(await programOf(grantId), null)
  const named: [unknown, string][] = [
    [{ name: "claude-code", version: "2.1.0" }, "claude-code 2.1.0"],
    [{ name: "claude-code", title: "Claude Code", version: "2.1.1" }, "Claude Code 2.1.1"],
    [{ name: "a\u202Eb\nc" }, "ab c"],
    [{ name: "x".repeat(10_000), version: "9".repeat(10_000) }, `${"x".repeat(59)}… ${"9".repeat(19)}…`],
  ]
  for (const [info, program] of named) {
    assert.equal((await initialize(info)).status, 200)
    assert.equal(await programOf(grantId), program)
  }
  for (const info of [undefined, null, "x", 7, [], {}, { name: 7 }, { name: "" }, { version: "1" }]) {
    assert.equal((await initialize(info)).status, 200, JSON.stringify(info))
    assert.equal(await programOf(grantId), named.at(-1)?.[1])
  }
  assert.equal(await programOf(other.grantId), null)
})
