import assert from "node:assert/strict"
import { Readable } from "node:stream"
import { rowsOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import {
  beginMemberUpload,
  cancelMemberUpload,
  continueMemberUpload,
  createFolder,
  finishUpload,
  getMemberUploadState,
  getStorage,
  listFolder,
} from "../index.ts"

function sender({ act }: World, who: keyof World["callers"] = "member") {
  return {
    begin: (input: object = {}) => act(who, beginMemberUpload, { name: "a.txt", lengthBytes: 10, ...input }),
    send: (uploadId: string, offsetBytes: number, text: string) =>
      act(who, continueMemberUpload, { uploadId, offsetBytes, bytes: Readable.from([Buffer.from(text)]) }),
    state: (uploadId: string) => act(who, getMemberUploadState, { uploadId }),
    cancel: (uploadId: string) => act(who, cancelMemberUpload, { uploadId }),
  }
}

const filesOf = async ({ act }: World, folderId: string | null = null) =>
  rowsOf((await act("viewer", listFolder, { folderId })).files, "name", "sizeBytes")

onBothDatabases("a file in two parts is in its folder once the last part came", async (t, kind) => {
  const here = await world(t, kind)
  const { id: folderId } = await here.act("member", createFolder, { name: "Inbox" })
  const { uploadId } = await sender(here).begin({ folderId })

  assert.equal((await sender(here).send(uploadId, 0, "01234")).offsetBytes, 5)
  await assert.rejects(sender(here).send(uploadId, 0, "01234"), { code: "conflict" })
  assert.deepEqual(await filesOf(here, folderId), [])
  assert.equal((await sender(here).state(uploadId)).offsetBytes, 5)
  await sender(here).send(uploadId, 5, "56789")

  assert.deepEqual(await filesOf(here, folderId), [["a.txt", 10]])
  assert.equal((await sender(here).send(uploadId, 10, "")).offsetBytes, 10, "an answer that was lost is given again")
  assert.deepEqual(await filesOf(here, folderId), [["a.txt", 10]])
  await sender(here).begin({ name: "empty", lengthBytes: 0 })
  assert.deepEqual(await filesOf(here), [["empty", 0]])
})

onSqlite("an upload belongs to one member, and releases its room when it is cancelled", async (t, kind) => {
  const here = await world(t, kind)
  const { uploadId } = await sender(here).begin()
  for (const who of ["admin", "stranger"] as const) {
    await assert.rejects(sender(here, who).state(uploadId), { code: "not_found" })
    await assert.rejects(sender(here, who).send(uploadId, 0, "0123456789"), { code: "not_found" })
    await assert.rejects(sender(here, who).cancel(uploadId), { code: "not_found" })
  }
  await assert.rejects(sender(here, "viewer").begin(), { code: "workspace_forbidden" })
  await assert.rejects(sender(here).begin({ lengthBytes: 2 * 1024 ** 3 + 1 }), { status: 413 })
  await assert.rejects(sender(here).begin({ folderId: "folder_none" }), { code: "not_found" })

  await sender(here).cancel(uploadId)

  await assert.rejects(sender(here).state(uploadId), { code: "not_found" })
  assert.equal((await here.act("viewer", getStorage, {})).usedBytes, 0)
})

onBothDatabases("the upload of a removed member becomes no file", async (t, kind) => {
  const here = await world(t, kind)
  const { uploadId } = await sender(here).begin()
  await sender(here).send(uploadId, 0, "01234")
  const { database } = here.app
  await database.transaction((db) => db.deleteFrom("members").where("role", "=", "member").execute())

  await assert.rejects(sender(here).send(uploadId, 5, "56789"), { code: "workspace_forbidden" })
  await database.transaction((db) => db.updateTable("uploads").set({ length_bytes: 5 }).execute())
  await assert.rejects(finishUpload(here.cx, { uploadId }), { status: 410 })

  assert.deepEqual(await here.cx.db.selectFrom("files").select("id").execute(), [])
})
