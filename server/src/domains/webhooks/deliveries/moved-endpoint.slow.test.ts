import assert from "node:assert/strict"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { type ReceivedHook, status } from "#test/support/stand-ins/hook-receiver.ts"
import { movingWorld } from "#test/support/worlds/hooks-world.ts"

const subjects = (hooks: readonly ReceivedHook[]) => hooks.map(({ subject }) => subject)

onBothDatabases("with a full window a test still arrives, and a move loses nothing", async (t, kind) => {
  const at = await movingWorld(t, kind)
  const { id } = await at.confirmed()
  at.receiver.answer = status(500)
  for (let n = 0; n < 502; n += 1) await at.happen("a", n)
  await at.settle()
  at.receiver.answer = status(200)
  at.receiver.hooks.length = 0
  await at.sendTest(id)
  await at.settle()
  assert.deepEqual(subjects(at.receiver.hooks), [id])
  await at.move(id)
  await at.happen("a", 502)
  await at.settle()
  assert.equal(at.second.hooks.length, 0)
  await at.sendTest(id)
  for (let rounds = 0; rounds < 3; rounds += 1) await at.settle()
  const [test, ...rest] = at.second.hooks
  assert.equal(test?.subject, id)
  assert.deepEqual(
    rest.map(({ body }) => Number(JSON.parse(body).data.message)),
    Array.from({ length: 503 }, (_, n) => n),
  )
})
