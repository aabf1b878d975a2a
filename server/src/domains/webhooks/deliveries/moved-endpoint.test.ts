import assert from "node:assert/strict"
import type { ServerResponse } from "node:http"
import { until } from "#test/support/basics/until.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { type ReceivedHook, status } from "#test/support/stand-ins/hook-receiver.ts"
import { type HooksWorld, movingWorld } from "#test/support/worlds/hooks-world.ts"
import { sweepWebhooks, switchOffEndpoint, switchOnEndpoint } from "../index.ts"

const subjects = (hooks: readonly ReceivedHook[]) => hooks.map(({ subject }) => subject)

const endpointOf = ({ app }: HooksWorld) =>
  app.database.read.selectFrom("webhook_endpoints").selectAll().executeTakeFirstOrThrow()

/** Moves an endpoint while the receiver at its old address holds back a response, which comes afterwards. */
async function moveMeanwhile(at: HooksWorld, move: () => Promise<unknown>, code: number): Promise<void> {
  const held: ServerResponse[] = []
  at.receiver.answer = (response) => void held.push(response)
  const sending = at.settle()
  await until(async () => held.length > 0)
  await move()
  at.receiver.answer = status(code)
  for (const response of held) response.writeHead(code).end()
  await sending
}

onBothDatabases("the answer to a test confirms only the address that received the test", async (t, kind) => {
  const at = await movingWorld(t, kind)
  const { id } = await at.make()
  await at.sendTest(id)
  at.second.answer = status(500)
  await moveMeanwhile(at, () => at.move(id), 200)
  assert.equal((await endpointOf(at)).confirmed_at, null)
  await at.happen("a")
  await at.settle()
  assert.deepEqual(subjects(at.second.hooks), [id], "the test, which this address has not received")
})

onBothDatabases("an answer from the old address sends nothing to the new one", async (t, kind) => {
  for (const code of [200, 410, 500]) {
    const at = await movingWorld(t, kind)
    const { id } = await at.confirmed()
    for (const n of [1, 2]) for (const subject of ["a", "b"]) await at.happen(subject, n)
    await moveMeanwhile(at, () => at.move(id), code)
    const { failures, failing_since, disabled_at } = await endpointOf(at)
    assert.deepEqual([failures, failing_since, disabled_at], [0, null, null])
    at.clock.advance(600_000)
    await sweepWebhooks(at.cx)
    await at.settle()
    assert.equal(at.second.hooks.length, 0)
    await at.sendTest(id)
    await at.settle()
    assert.deepEqual(subjects(at.second.hooks).sort(), ["a", "a", "b", "b", id], "all once it is confirmed")
  }
})

onBothDatabases("switching an endpoint off and on sends nothing to an untested address", async (t, kind) => {
  const at = await movingWorld(t, kind)
  const { id } = await at.confirmed()
  at.receiver.answer = status(500)
  await at.happen("a")
  await at.settle()
  await at.move(id)
  await at.act("admin", switchOffEndpoint, { id })
  await at.act("admin", switchOnEndpoint, { id, from: "missed" })
  await at.settle()
  assert.equal(at.second.hooks.length, 0)
  await at.sendTest(id)
  await at.settle()
  assert.deepEqual(subjects(at.second.hooks), [id, "a"])
})

onBothDatabases(
  "events between a move and its test are sent after the test, even if the endpoint is switched off and on",
  async (t, kind) => {
    const at = await movingWorld(t, kind)
    const { id } = await at.confirmed()
    await at.move(id)
    await at.happen("a")
    await at.settle()
    await at.act("admin", switchOffEndpoint, { id })
    await at.act("admin", switchOnEndpoint, { id, from: "now" })
    await at.happen("b")
    await at.settle()
    assert.equal(at.second.hooks.length, 0)
    await at.sendTest(id)
    await at.settle()
    assert.deepEqual(subjects(at.second.hooks), [id, "b"])
  },
)
