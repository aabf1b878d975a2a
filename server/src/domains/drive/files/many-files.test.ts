import assert from "node:assert/strict"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { createFolder, listDriveTrash, listFolder, lookUpFiles, moveFiles, restoreFiles, trashFiles } from "../index.ts"

async function drive({ act, app, callers }: World) {
  const folder = async (name: string, parentId: string | null = null) =>
    (await act("member", createFolder, { name, parentId })).id
  const file = async (name: string, folderId: string | null = null) =>
    (await putDriveFile(app, callers.member, { name, folderId, bytes: name })).id
  const [clients, old] = [await folder("Clients"), await folder("Old")]
  const inner = await folder("Inner", old)
  return { folder, file, clients, old, inner, files: [await file("a.txt"), await file("b.txt", old)] }
}

const namesIn = async ({ act }: World, folderId: string | null) => {
  const { files, folders } = await act("member", listFolder, { folderId })
  return [...valuesOf(folders, "name"), ...valuesOf(files, "name")].sort()
}

onBothDatabases("files and folders are moved together, all or none", async (t, kind) => {
  const here = await world(t, kind)
  const { clients, old, inner, files, file } = await drive(here)
  const to = (folderId: string | null, ids: readonly string[]) =>
    here.act("member", moveFiles, { moves: ids.map((id) => ({ id, folderId })) })
  assert.deepEqual(await to(clients, [...files, old]), { moved: 3 })
  assert.deepEqual(await namesIn(here, clients), ["Old", "a.txt", "b.txt"])
  assert.deepEqual(await namesIn(here, null), ["Clients"])

  await file("a.txt", inner)
  await assert.rejects(to(inner, [files[1] ?? "", files[0] ?? ""]), { message: /“a\.txt” already exists/ })
  await assert.rejects(to(inner, [files[1] ?? "", old]), { message: /into itself/ })
  await assert.rejects(to(inner, [files[1] ?? "", "file_none"]), { code: "not_found" })
  await assert.rejects(to("folder_none", files), { code: "not_found" })
  assert.deepEqual(await namesIn(here, clients), ["Old", "a.txt", "b.txt"], "what was refused moved nothing")
  await assert.rejects(
    to(
      null,
      Array.from({ length: 101 }, () => files[0] ?? ""),
    ),
    { code: "invalid_request" },
  )
  await assert.rejects(here.act("viewer", moveFiles, { moves: [{ id: old, folderId: null }] }), { code: "workspace_forbidden" }) // biome-ignore format: one thought
})

onBothDatabases("files and folders go to the trash and come back together, all or none", async (t, kind) => {
  const here = await world(t, kind)
  const { old, inner, files } = await drive(here)
  const ids = [...files, inner, files[0] ?? ""]
  await assert.rejects(here.act("member", trashFiles, { ids: [...files, "folder_none"] }), { code: "not_found" })
  assert.deepEqual(await here.act("member", trashFiles, { ids }), { ids: [...files, inner] })
  const trash = await here.act("member", listDriveTrash, {})
  assert.deepEqual([...valuesOf(trash.files, "name"), ...valuesOf(trash.folders, "name")].sort(), ["Inner", "a.txt", "b.txt"]) // biome-ignore format: one thought
  const { items } = await here.act("viewer", lookUpFiles, { ids: [inner, ...files] })
  assert.deepEqual(valuesOf(items, "folderPath"), ["/Old", "/", "/Old"])
  assert.ok(items.every(({ deletedAt }) => deletedAt !== null))
  await here.act("member", restoreFiles, { ids: [...files, inner] })
  assert.deepEqual(await namesIn(here, old), ["Inner", "b.txt"])
  await assert.rejects(here.act("member", restoreFiles, { ids: files }), { code: "not_found" })
})
