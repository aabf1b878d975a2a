import assert from "node:assert/strict"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { type HookReceiver, status } from "#test/support/stand-ins/hook-receiver.ts"
import { countOpen, gotOf, hooksWorld } from "#test/support/worlds/hooks-world.ts"
import { getEndpointBacklog } from "../index.ts"

const refusingA: HookReceiver["answer"] = (response, hook) => status(hook.subject === "a" ? 500 : 200)(response, hook)

const numbersTo = (end: number) => Array.from({ length: end }, (_, n) => n)

onBothDatabases("a subject that fails holds back no other, however many events it has", async (t, kind) => {
  const at = await hooksWorld(t, kind)
  const { id } = await at.confirmed()
  at.receiver.answer = refusingA
  await at.happenMany(520, () => "a")
  await at.happenMany(3, () => "b")
  await at.settle()
  assert.deepEqual(gotOf(at, "b"), [0, 1, 2])
  assert.deepEqual([gotOf(at, "a"), await countOpen(at, "a")], [[0], 10])
  assert.deepEqual(await at.act("admin", getEndpointBacklog, { id }), { open: 10, behind: 510, isCut: false })
  await at.happenMany(1, () => "a")
  await at.settle()
  assert.equal(await countOpen(at, "a"), 10)
  at.receiver.answer = status(200)
  at.clock.advance(10_000)
  await at.settle()
  assert.deepEqual(gotOf(at, "a"), numbersTo(520))
  assert.deepEqual(await at.act("admin", getEndpointBacklog, { id }), { open: 0, behind: 0, isCut: false })
  await at.happenMany(1, () => "a")
  await at.settle()
  assert.equal(at.receiver.hooks.filter(({ subject }) => subject === "a").length, 523)
})
