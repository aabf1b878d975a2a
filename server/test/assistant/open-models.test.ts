import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { type TestContext, test } from "node:test"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { readSettings } from "#config/settings.ts"
import { openApp } from "#start/app.ts"
import { answerOf, question, wordsOf } from "#test/contracts/models/requests.ts"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"
import { openModelStandIn } from "#test/support/stand-ins/model/model-stand-in.ts"
import { silentLog } from "#test/support/worlds/world.ts"

const run = promisify(execFile)

async function modelsOf(t: TestContext, environment: Record<string, string>) {
  const app = await openApp(readSettings({ SVC_DATA_DIR: temporaryFolder(t), ...environment }), silentLog)
  t.after(() => app.close())
  return app.models
}

test("without any setting each workspace needs its own key, and nothing is asked without one", async (t) => {
  const models = await modelsOf(t, {})
  assert.deepEqual([models.isModel, models.needsOwnKey], [true, true])
  await assert.rejects(answerOf(models, question("Hello")), { reason: "key" })
  assert.equal((await modelsOf(t, { SVC_MODEL_KEY: "sk-of-settings" })).needsOwnKey, false)
})

test("the built-in commands answer where the settings say so", async (t) => {
  const models = await modelsOf(t, { SVC_MODEL_URL: "commands:" })
  assert.deepEqual([models.name, models.isModel], ["Commands", false])
  assert.match(wordsOf(await answerOf(models, question("/help"))), /No model is connected/)
})

for (const wire of ["anthropic", "openai"] as const) {
  test(`the model in the settings is asked over its wire (${wire}), with a retry where it is busy`, async (t) => {
    const busy = { status: 429, headers: { "retry-after": "0" } }
    const standIn = await openModelStandIn(t, [busy, ["Hello."]])
    const models = await modelsOf(t, { SVC_MODEL_URL: standIn.url(wire), SVC_MODEL_KEY: "sk-of-settings" })
    assert.deepEqual([models.name, models.isModel], ["stand-in", true])
    assert.deepEqual(models.accepts, { images: true, pdf: true })
    assert.equal(wordsOf(await answerOf(models, question("Hello"))), "Hello.")
    assert.deepEqual(
      standIn.journal.map((asked) => [asked.wire, asked.key]),
      [[wire, "sk-of-settings"], [wire, "sk-of-settings"]], // biome-ignore format: a table
    )
  })
}

test("a workspace's own key is not sent to a model over plain http on public networks", async (t) => {
  const models = await modelsOf(t, { SVC_MODEL_URL: "openai://model.invalid/v1?model=m" })
  assert.equal(models.isOverheard, true)
  await assert.rejects(answerOf(models, { ...question("Hello"), key: "sk-of-the-studio" }), { reason: "key" })
})

const start = `
  import module from "node:module"
  const loaded = []
  module.registerHooks({
    load(url, context, next) {
      loaded.push(url)
      return next(url, context)
    },
  })
  const { openApp } = await import("#start/app.ts")
  const { readSettings } = await import("#config/settings.ts")
  const quiet = { info() {}, warn() {}, error() {}, answered() {}, dropped: () => 0 }
  const app = await openApp(readSettings(process.env), quiet)
  await app.close()
  console.log(JSON.stringify(loaded))
`

test("a start does not load the model adapters", async (t) => {
  const environment = {
    PATH: process.env.PATH ?? "",
    SVC_DATA_DIR: temporaryFolder(t),
    SVC_MODEL_URL: "anthropic:claude-sonnet-5",
    SVC_MODEL_KEY: "sk-unused",
  }
  const server = fileURLToPath(new URL("../../", import.meta.url))
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", start], {
    cwd: server,
    env: environment,
  })
  const loaded: string[] = JSON.parse(stdout)
  const models = loaded.filter((url) => url.includes("adapters/models/") || url.includes("@ai-sdk"))
  assert.deepEqual(models.map((url) => url.split("/").at(-1)), ["lazy.ts"]) // biome-ignore format: one thought
})
