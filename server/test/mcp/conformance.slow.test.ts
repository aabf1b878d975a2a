import assert from "node:assert/strict"
import { createServer } from "node:http"
import { type TestContext, test } from "node:test"
import { listeningWorld } from "#test/support/agents/agent.ts"
import { baselineOf, runConformance } from "#test/support/agents/conformance.ts"
import { allScopes } from "#test/support/agents/connect.ts"
import { newEra } from "#test/support/agents/new-era.ts"
import { listen } from "#test/support/http/listen.ts"
import { passRequest } from "#test/support/processes/balancer.ts"

test("the official conformance suite of the new era passes, except for features that are not offered here", async (t) => {
  const port = await openFrontWithToken(t)
  const flags = ["--spec-version", newEra, "--suite", "all", "--expected-failures", baselineOf(newEra)]
  const { code, output } = await runConformance(t, ["server", "--url", `http://127.0.0.1:${port}/mcp`, ...flags])
  assert.equal(code, 0, output)
  assert.match(output, /Total: 93 passed, 37 failed/)
})

/** The suite does not sign in: this front adds a member's token to each of its requests. */
async function openFrontWithToken(t: TestContext): Promise<number> {
  const { base, connectOverHttp } = await listeningWorld(t)
  const { access_token } = await connectOverHttp({ scope: allScopes.join(" ") })
  const service = new URL(base)
  const front = createServer((incoming, outgoing) => {
    const own = JSON.stringify(incoming.headers).replaceAll(`127.0.0.1:${port}`, service.host)
    incoming.headers = { ...JSON.parse(own), authorization: `Bearer ${access_token}` }
    passRequest(service, incoming, outgoing)
  })
  const port = await listen(t, front)
  return port
}
