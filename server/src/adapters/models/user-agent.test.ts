import assert from "node:assert/strict"
import { createServer } from "node:http"
import { test } from "node:test"
import { readModelAddress } from "#config/model-address.ts"
import { answerOf, question } from "#test/contracts/models/requests.ts"
import { listen } from "#test/support/http/listen.ts"
import { openAiSdk } from "./ai-sdk.ts"

test("requests to models name the service first", async (t) => {
  const agents: (string | undefined)[] = []
  const host = createServer(({ headers }, response) => {
    agents.push(headers["user-agent"])
    response.writeHead(400).end("{}")
  })
  const port = await listen(t, host)
  const userAgent = "Atelier/1 (+https://studio.example)"
  for (const wire of ["anthropic", "openai"]) {
    const address = readModelAddress(`${wire}://127.0.0.1:${port}/v1?model=m`)
    assert.ok(address && address.wire !== "commands")
    await assert.rejects(answerOf(openAiSdk(address, { key: "sk-test", now: Date.now, userAgent }), question("Hi")))
  }
  assert.equal(agents.length, 2)
  for (const agent of agents) assert.ok(String(agent).startsWith(`${userAgent} `), String(agent))
})
