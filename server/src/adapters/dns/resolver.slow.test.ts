import assert from "node:assert/strict"
import { test } from "node:test"
import { failsUpstream } from "#test/support/basics/fails-upstream.ts"
import { resolverWithServer } from "#test/support/stand-ins/dns-server.ts"

test("a silent server is asked again, and a failure after 4 s", async (t) => {
  const { server, dns } = await resolverWithServer(t)
  server.answer("TXT", "example.com", "silence")
  t.mock.timers.enable({ apis: ["setTimeout"] }) // the resolver's own clock still runs

  const failed = assert.rejects(dns.txt("example.com"), (error: Error) => {
    assert.equal((error.cause as NodeJS.ErrnoException).code, "ECANCELLED")
    return failsUpstream(error)
  })
  while (server.questions.length < 2) await new Promise(setImmediate)
  t.mock.timers.tick(4_000)
  await failed
})

test("a server that drops one query gets another one", async (t) => {
  const { server, dns } = await resolverWithServer(t)
  server.answer("TXT", "example.com", "silence", ["second"])

  assert.deepEqual(await dns.txt("example.com"), ["second"])
})
