import assert from "node:assert/strict"
import { createHash, randomBytes } from "node:crypto"
import { readdirSync } from "node:fs"
import { request } from "node:http"
import { buffer } from "node:stream/consumers"
import { type TestContext, test } from "node:test"
import { perform } from "#access/perform.ts"
import { readSettings } from "#config/settings.ts"
import { createUploadLink } from "#domains/drive/index.ts"
import { until } from "#test/support/basics/until.ts"
import { atEnd, temporaryFolder } from "#test/support/databases/test-databases.ts"
import { startServer } from "#test/support/processes/server-process.ts"
import { silentLog } from "#test/support/worlds/world.ts"
import { openApp, type RunningApp } from "../../src/start/app.ts"

const tus = { "tus-resumable": "1.0.0" }
const type = { "content-type": "application/offset+octet-stream" }
const kills = 3

/** A second instance of the service's database and files. */
async function beside(t: TestContext, settings: Record<string, string>): Promise<RunningApp> {
  const app = await openApp(readSettings(settings), silentLog)
  atEnd(t, () => app.close())
  return app
}

async function makeLink(app: RunningApp) {
  const { id } = await app.database.read.selectFrom("accounts").select("id").executeTakeFirstOrThrow()
  const ada = { kind: "person", accountId: id, workspaceSlug: "studio" } as const
  const { id: linkId, url } = await perform({ app, caller: ada }, createUploadLink, { maxFileBytes: 100_000_000 })
  return { linkId, path: new URL(url).pathname }
}

const durableBytes = async ({ database }: RunningApp) =>
  (await database.read.selectFrom("uploads").select("offset_bytes").where("state", "=", "open").executeTakeFirst())
    ?.offset_bytes ?? 0

test(`an upload during which the server is killed ${kills} times continues at its offset, byte for byte`, async (t) => {
  const folder = temporaryFolder(t)
  const settings = { SVC_DATA_DIR: folder, SVC_SECRET_KEY: randomBytes(32).toString("hex") }
  const bytes = randomBytes(40_000_000)
  let server = await startServer(t, settings)
  const app = await beside(t, settings)
  const { linkId, path } = await makeLink(app)
  const begun = await fetch(server.url + path, { method: "POST", headers: { ...tus, "upload-length": "40000000" } })
  const { pathname } = new URL(String(begun.headers.get("location")))
  const offsetNow = async () => {
    const { headers } = await fetch(server.url + pathname, { method: "HEAD", headers: tus })
    return Number(headers.get("upload-offset"))
  }

  for (let kill = 1; kill <= kills; kill += 1) {
    const offset = await offsetNow()
    const headers = { ...tus, ...type, "upload-offset": offset, "content-length": bytes.length - offset }
    const sending = request(server.url + pathname, { method: "PATCH", headers })
    sending.on("error", () => {}) // the connection dies with the server
    sending.write(bytes.subarray(offset, offset + 10_000_000)) // more than a part, but never all
    await until(async () => (await durableBytes(app)) > offset)
    server.process.kill("SIGKILL")
    await server.ended
    server = await startServer(t, settings)
    assert.ok((await offsetNow()) > offset, "what was durable is still there")
  }

  const offset = await offsetNow()
  const headers = { ...tus, ...type, "upload-offset": String(offset) }
  const last = await fetch(server.url + pathname, { method: "PATCH", headers, body: bytes.subarray(offset) })
  assert.equal(last.status, 204)
  const file = await app.database.read
    .selectFrom("files")
    .selectAll()
    .where("upload_link_id", "=", linkId)
    .executeTakeFirstOrThrow()
  const stored = await buffer(await app.blobs.read(file.blob_key))
  assert.equal(file.sha256, createHash("sha256").update(bytes).digest("hex"))
  assert.ok(stored.equals(bytes))
  assert.deepEqual(await app.database.read.selectFrom("upload_parts").selectAll().execute(), [])
  assert.deepEqual(readdirSync(`${folder}/blobs/parts`).length <= kills, true, "at most one part a kill is left over")
})
