import assert from "node:assert/strict"
import { test } from "node:test"
import { answerOf, question } from "#test/contracts/models/requests.ts"
import { openCommands } from "./commands/commands.ts"
import { commands, lazyModels } from "./lazy.ts"

test("the adapter is opened with the first question, and only once", async () => {
  let opened = 0
  let closed = 0
  const models = lazyModels(commands, async () => {
    opened += 1
    const close = async () => {
      closed += 1
    }
    return { ...openCommands(), close }
  })
  assert.equal(models.name, openCommands().name)
  assert.equal(opened, 0)
  await Promise.all([answerOf(models, question("/help")), answerOf(models, question("/help"))])
  await models.close()
  assert.deepEqual([opened, closed], [1, 1])
})

test("a prepared adapter is opened once, before the first question, which throws if the opening failed", async () => {
  let opened = 0
  const models = lazyModels(commands, async () => {
    opened += 1
    return openCommands()
  })
  models.prepare?.()
  models.prepare?.()
  assert.equal(opened, 1)
  await answerOf(models, question("/help"))
  assert.equal(opened, 1)

  const broken = lazyModels(commands, () => Promise.reject(new Error("It is not installed.")))
  broken.prepare?.()
  await assert.rejects(answerOf(broken, question("/help")), /not installed/)
})

test("an adapter that was never opened is closed without being opened", async () => {
  const models = lazyModels(commands, () => Promise.reject(new Error("It was opened.")))
  await models.close()
})
