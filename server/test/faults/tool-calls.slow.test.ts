import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Database } from "#storage/database.ts"
import {
  migratedDatabaseUrl,
  onBothDatabases,
  openDatabase,
  temporaryFolder,
} from "#test/support/databases/test-databases.ts"
import { type ServerProcess, startServer } from "#test/support/processes/server-process.ts"
import { callTool, connectAgent } from "./crash-agent.ts"

/** `npm run soak` sets more. */
const kills = Number(process.env.TOOL_KILLS ?? 1)
const agents = 16
const baseUrl = "http://localhost:3000"

interface Asked {
  key: string
  /** The response; undefined when the server ended first. */
  answer?: string
}

type Ask = (server: ServerProcess, key: string) => Promise<string>

/** Lets agents call tools in sequence until the server is killed; returns all calls. */
async function killUnderLoad(server: ServerProcess, ask: Ask): Promise<Asked[]> {
  const asked: Asked[] = []
  const agent = async () => {
    for (;;) {
      const call: Asked = { key: randomUUID() }
      asked.push(call)
      const answer = await ask(server, call.key).catch(() => undefined)
      if (answer === undefined) return
      call.answer = answer
    }
  }
  const all = Array.from({ length: agents }, agent)
  while (asked.length < 4 * agents) await sleep(1)
  await sleep(Math.random() * 50)
  server.process.kill("SIGKILL")
  await Promise.all([...all, server.ended])
  return asked
}

async function countLinks({ read }: Database): Promise<Map<string, number>> {
  const rows = await read.selectFrom("short_links").select("destination").execute()
  const counts = new Map<string, number>()
  for (const { destination } of rows) counts.set(destination, (counts.get(destination) ?? 0) + 1)
  return counts
}

const destinationOf = (key: string) => `https://example.com/${key}`

onBothDatabases("a call that is repeated after a kill gets its first answer, and runs once", async (t, kind) => {
  const ground = { dataDir: temporaryFolder(t), databaseUrl: await migratedDatabaseUrl(t, kind) }
  const token = await connectAgent(ground, baseUrl)
  const database = openDatabase(t, ground.databaseUrl)
  const settings = { SVC_DATA_DIR: ground.dataDir, SVC_DATABASE_URL: ground.databaseUrl, SVC_BASE_URL: baseUrl }
  const start = () => startServer(t, { ...settings, SVC_RATE_TOOLS: "1000000" })
  const ask: Ask = ({ url }, key) => {
    const args = { destination: destinationOf(key), idempotency_key: key }
    return callTool({ url, baseUrl, token, name: "create_link", args })
  }
  let server = await start()
  let unanswered = 0
  let doneUnanswered = 0
  for (let kill = 0; kill < kills; kill += 1) {
    const asked = await killUnderLoad(server, ask)
    const before = await countLinks(database)
    server = await start()
    const repeated = await Promise.all(asked.map(({ key }) => ask(server, key)))
    const after = await countLinks(database)
    for (const [at, { key, answer }] of asked.entries()) {
      assert.match(repeated[at] ?? "", new RegExp(`"destination":"${destinationOf(key)}"`))
      if (answer !== undefined) assert.equal(repeated[at], answer, "the first answer, byte for byte")
      else unanswered += 1
      if (answer === undefined && before.has(destinationOf(key))) doneUnanswered += 1
      assert.equal(after.get(destinationOf(key)), 1)
    }
  }
  t.diagnostic(`${kills} kills, ${unanswered} calls without an answer, of which ${doneUnanswered} had been done`)
  assert.ok(unanswered > 0)
})
