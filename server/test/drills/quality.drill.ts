import assert from "node:assert/strict"
import { test } from "node:test"
import { readSettings } from "#config/settings.ts"
import { migrate } from "#storage/migrate.ts"
import { ownerOf, readFacts } from "#test/support/assistant/quality/facts.ts"
import { answerTo, faultsOf } from "#test/support/assistant/quality/judge.ts"
import { questions } from "#test/support/assistant/quality/questions.ts"
import { atEnd, temporaryFolder } from "#test/support/databases/test-databases.ts"
import { silentLog } from "#test/support/worlds/world.ts"
import { openApp } from "../../src/start/app.ts"
import { fillEmptyDatabase } from "../../src/start/demo/demo-data.ts"

const { SVC_MODEL_URL: url = "anthropic:claude-sonnet-5", SVC_MODEL_KEY: key } = process.env
const isModelNamed = process.env.SVC_MODEL_URL !== undefined || key !== undefined

test("a real model answers at least 27 of the thirty questions about the demo rightly", {
  skip: isModelNamed ? false : "Neither SVC_MODEL_URL nor SVC_MODEL_KEY names a model",
}, async (t) => {
  const model = { SVC_MODEL_URL: url, ...(key !== undefined && { SVC_MODEL_KEY: key }) }
  const wrong: string[] = []
  for (const [question, expectedFrom] of Object.entries(questions)) {
    await t.test(question, async (t) => {
      const app = await openApp(readSettings({ SVC_DATA_DIR: temporaryFolder(t), ...model }), silentLog)
      atEnd(t, app.close)
      await migrate(app.database)
      await fillEmptyDatabase(app)
      const owner = await ownerOf(app)
      const expected = expectedFrom(await readFacts(app, owner))
      const answer = await answerTo(app, owner, question)
      const faults = faultsOf(expected, answer)
      t.diagnostic(`${answer.calls.length} calls, ${answer.tokens} tokens. ${faults.join("; ")}`)
      if (faults.length > 0) wrong.push(question)
    })
  }
  assert.ok(wrong.length <= 3, wrong.join("\n"))
})
