import assert from "node:assert/strict"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { TestContext } from "node:test"
import { systemContext } from "#access/perform.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { sweepTables } from "#engines/jobs/retention.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { dayMs } from "#kernel/time/units.ts"
import { onBothDatabases, temporaryFolder } from "#test/support/databases/test-databases.ts"
import { dispatch } from "#test/support/http/dispatch.ts"
import { httpWorld } from "#test/support/worlds/http-world.ts"
import { keepAssets } from "./index.ts"

/** A folder with the files of a build, by name and content. */
function buildOf(t: TestContext, files: Record<string, string>): string[] {
  const folder = temporaryFolder(t)
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return [folder]
}

onBothDatabases(
  "files of another build are answered like the own ones, until 30 days after it ended",
  async (t, kind) => {
    const { app, server } = await httpWorld(t, { kind })
    const start = app.now()
    let now = start
    const cx = systemContext({ ...app, now: () => now })
    const get = (name: string) => dispatch(server, { method: "GET", url: `/assets/${name}`, headers: {} })
    const first = buildOf(t, { "form-AAAAAAAA.js": "first", "form-AAAAAAAA.js.br": "…", "same-CCCCCCCC.css": "same" })
    const second = buildOf(t, { "form-BBBBBBBB.js": "second", "same-CCCCCCCC.css": "same" })

    assert.equal((await get("form-AAAAAAAA.js")).statusCode, 404)
    assert.equal(await keepAssets(cx, first), 2)
    assert.equal(await keepAssets(cx, first), 0, "another process of the same build stores nothing")
    assert.equal(await keepAssets(cx, second), 1)

    const { statusCode, headers, payload } = await get("form-AAAAAAAA.js")
    assert.deepEqual([statusCode, payload], [200, "first"])
    assert.equal(headers["content-type"], "text/javascript; charset=utf-8")
    assert.equal(headers["cache-control"], "public, max-age=31536000, immutable")
    assert.equal((await get("form-AAAAAAAA.js.br")).statusCode, 404)

    const sweepAfter = async (days: number) => {
      now = start + days * dayMs
      await sweepTables(cx, "assets")
      await runDueJobs({ ...app, now: () => now }, jobs)
      const names = ["form-AAAAAAAA.js", "form-BBBBBBBB.js", "same-CCCCCCCC.css"]
      return Promise.all(names.map(async (name) => (await get(name)).statusCode))
    }
    assert.deepEqual(await sweepAfter(29), [200, 200, 200])
    const [blobKey = ""] = await blobsOf("form-AAAAAAAA.js")
    assert.deepEqual(await sweepAfter(31), [404, 200, 200])
    await assert.rejects(app.blobs.read(blobKey), /not there/)

    function blobsOf(name: string): Promise<string[]> {
      const rows = app.database.read.selectFrom("assets").select("blob_key").where("name", "=", name)
      return rows.execute().then((found) => found.map(({ blob_key }) => blob_key))
    }
  },
)

onBothDatabases("a build whose storing was cut is completed by the next start", async (t, kind) => {
  const { app, get } = await httpWorld(t, { kind })
  const build = buildOf(t, { "a-AAAAAAAA.js": "a", "b-BBBBBBBB.js": "b" })
  let calls = 0
  const write: typeof app.blobs.write = (...args) => {
    calls += 1
    if (calls === 2) throw new Error("The store is away.")
    return app.blobs.write(...args)
  }
  await assert.rejects(keepAssets(systemContext({ ...app, blobs: { ...app.blobs, write } }), build), /away/)
  assert.equal(await keepAssets(systemContext(app), build), 1)
  for (const name of ["a-AAAAAAAA.js", "b-BBBBBBBB.js"]) assert.equal((await get(`/assets/${name}`)).status, 200)
})
