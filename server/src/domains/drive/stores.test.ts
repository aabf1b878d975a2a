import { measures } from "#engines/jobs/domain-hooks.ts"
import { choosesRow, elsewhere, firstPage, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import { findSharedIds, listFileRowsIn, listTrashedFileRows, listTrashedFolderRows } from "./browse/browse-store.ts"
import { areBlobsHeld, holdBlobs, listHolds, releaseBlobs } from "./files/blob-hold-store.ts"
import {
  findFile,
  findFileOfBlob,
  holdFile,
  isNameTaken,
  keepTrashedFile,
  listFilesById,
  listTrashedFiles,
  listUnannouncedFiles,
  markAnnounced,
  placeFileRow,
  removeTrashedFile,
  searchFileRows,
  setPicture,
  trashFileRow,
} from "./files/file-store.ts"
import {
  countFolders,
  findFolder,
  listFolderRows,
  listFoldersById,
  listSubfolders,
  listSubtree,
  lockFolder,
  moveSubtree,
  removeTrashedFolders,
  updateFolder,
} from "./files/folder-store.ts"
import { measureSizes } from "./storage/room.ts"
import { findStorage, giveRoomBack, keepCount, listCountedBefore, takeRoom } from "./storage/storage-store.ts"
import { findTotal } from "./storage/total-store.ts"
import {
  appendPart,
  closeUpload,
  findUpload,
  listParts,
  listStaleUploads,
  removeParts,
  removeUpload,
  widenUpload,
} from "./uploads/upload-store.ts"

const workspaceId = rowKey.workspace_id
const file = { name: "Song.wav", search_name: "song wav", folder_id: "d1" }
const folder = { name: "Songs", parent_id: "d0" }
const inTrash = { deleted_at: now - 60 }
const times = { created_at: now, updated_at: now }

choosesRow("a folder has its own files outside the trash", {
  table: "files",
  row: file,
  unless: [{ workspace_id: "w2" }, { folder_id: "d2" }, { folder_id: null }, { deleted_at: now }],
  run: (cx) => listFileRowsIn(cx, workspaceId, { folderId: "d1", ...firstPage }),
})

choosesRow("the top of the drive has the files without a folder", {
  table: "files",
  row: { ...file, folder_id: null },
  unless: [{ folder_id: "d1" }],
  run: (cx) => listFileRowsIn(cx, workspaceId, { folderId: null, ...firstPage }),
})

choosesRow("a workspace's folders are its own outside the trash", {
  table: "folders",
  row: folder,
  unless: [{ workspace_id: "w2" }, { deleted_at: now }],
  run: (cx) => listFolderRows(cx, workspaceId),
})

for (const [word, target, other] of [
  ["file", { file_id: "f1" }, { file_id: "f2" }],
  ["folder", { folder_id: "d1" }, { folder_id: "d2" }],
] as const)
  choosesRow(`a ${word} is shared while a link to it stands and has downloads left`, {
    table: "share_links",
    row: { ...target, expires_at: now + 1, max_downloads: 3, downloads: 2 },
    evenIf: [{ expires_at: null }, { max_downloads: null }],
    unless: [{ workspace_id: "w2" }, other, { revoked_at: now }, { expires_at: now }, { downloads: 3 }],
    gives: new Set(Object.values(target)),
    run: (cx) => findSharedIds(cx, workspaceId, { fileIds: ["f1"], folderIds: ["d1"] }),
  })

choosesRow("a file was put in the trash alone unless its folder was put there with it", {
  table: "files",
  row: { ...file, ...inTrash },
  unless: [{ workspace_id: "w2" }, { deleted_at: null }],
  beside: [["folders", { ...folder, id: "d1", deleted_at: now - 50 }]],
  unlessBeside: [[["folders", { ...folder, id: "d1", ...inTrash }]]],
  run: (cx) => listTrashedFileRows(cx, workspaceId, firstPage),
})

choosesRow("a folder is in the trash of its own workspace", {
  table: "folders",
  row: { ...folder, ...inTrash },
  unless: [{ workspace_id: "w2" }, { deleted_at: null }],
  run: (cx) => listTrashedFolderRows(cx, workspaceId, 10),
})

const hold = { held_until: now + 1 }

choosesRow("a hold of bytes begins again for an hour", {
  table: "blob_holds",
  row: hold,
  unless: [],
  becomes: { held_until: now + 3_600_000 },
  run: (cx) => holdBlobs(cx, "r1"),
})

choosesRow("a hold of bytes ends, and ended ones go with it", {
  table: "blob_holds",
  row: hold,
  evenIf: [{ id: "r2", held_until: now }],
  unless: [{ id: "r2" }],
  becomes: null,
  run: (cx) => releaseBlobs(cx, "r1"),
})

for (const [word, find] of [
  ["listed", listHolds],
  ["respected", areBlobsHeld],
] as const)
  choosesRow(`a hold of bytes is ${word} until its end`, {
    table: "blob_holds",
    row: hold,
    unless: [{ held_until: now }],
    run: find,
  })

choosesRow("a file is found in its own workspace, also in the trash", {
  table: "files",
  row: file,
  evenIf: [inTrash],
  unless: elsewhere,
  run: (cx) => findFile(cx, workspaceId, "r1"),
})

choosesRow("files are found in their own workspace, also in the trash", {
  table: "files",
  row: file,
  evenIf: [inTrash],
  unless: elsewhere,
  run: (cx) => listFilesById(cx, workspaceId, ["r1"]),
})

choosesRow("a file is held for an offer outside the trash", {
  table: "files",
  row: file,
  unless: [...elsewhere, inTrash],
  becomes: { held_at: now },
  gives: true,
  run: (cx) => holdFile(cx, workspaceId, "r1"),
})

choosesRow("a file is put in the trash once", {
  table: "files",
  row: file,
  unless: [...elsewhere, inTrash],
  becomes: { deleted_at: now },
  gives: true,
  run: (cx) => trashFileRow(cx, workspaceId, "r1"),
})

choosesRow("files are found by a part of their name in the workspace outside the trash", {
  table: "files",
  row: file,
  unless: [{ workspace_id: "w2" }, inTrash, { search_name: "photo png" }],
  run: (cx) => searchFileRows(cx, workspaceId, { query: "ong.w", folderId: null, ...firstPage }),
})

choosesRow("files are found in a folder and the folders in it", {
  table: "files",
  row: file,
  evenIf: [{ folder_id: "d2" }],
  unless: [{ folder_id: "d3" }, { folder_id: "d4" }, { folder_id: null }],
  beside: [
    ["folders", { id: "d1" }],
    ["folders", { id: "d2", parent_id: "d1" }],
    ["folders", { id: "d3", parent_id: "d0" }],
    ["folders", { id: "d4", parent_id: "d1", deleted_at: now }],
  ],
  run: (cx) => searchFileRows(cx, workspaceId, { query: "", folderId: "d1", ...firstPage }),
})

choosesRow("a file is placed in a folder, also from the trash", {
  table: "files",
  row: { ...file, ...inTrash },
  unless: elsewhere,
  becomes: { deleted_at: null, folder_id: "d2", name: "Hit.wav", search_name: "hit wav", updated_at: now },
  run: (cx) => placeFileRow(cx, "r1", { name: "Hit.wav", folderId: "d2" }),
})

choosesRow("a name is taken by a file of the same folder outside the trash", {
  table: "files",
  row: file,
  unless: [{ workspace_id: "w2" }, { folder_id: "d2" }, { folder_id: null }, { name: "Hit.wav" }, inTrash],
  gives: true,
  run: (cx) => isNameTaken(cx, workspaceId, { name: "Song.wav", folderId: "d1" }),
})

choosesRow("a name is taken at the top of the drive", {
  table: "files",
  row: { ...file, folder_id: null },
  unless: [{ folder_id: "d1" }],
  gives: true,
  run: (cx) => isNameTaken(cx, workspaceId, { name: "Song.wav", folderId: null }),
})

choosesRow("a file is found by its bytes", {
  table: "files",
  row: { ...file, blob_key: "b1" },
  unless: [{ blob_key: "b2" }],
  gives: "r1",
  run: async (cx) => (await findFileOfBlob(cx, "b1"))?.id,
})

choosesRow("a file outside the trash gets one picture", {
  table: "files",
  row: { ...file, picture_sha256: null },
  unless: [...elsewhere, { picture_sha256: "p0" }, { deleted_at: now }],
  becomes: { picture_bytes: 7, picture_sha256: "p1" },
  run: (cx) => setPicture(cx, rowKey, { bytes: 7, sha256: "p1" }),
})

choosesRow("a file is swept from the trash unless it was needed a short while ago", {
  table: "files",
  row: { ...file, ...inTrash, held_at: now - 30 },
  evenIf: [{ held_at: null }],
  unless: [{ deleted_at: now - 59 }, { deleted_at: null }, { held_at: now - 29 }],
  run: (cx) => listTrashedFiles(cx, { trashedUntil: now - 60, heldUntil: now - 30, limit: 10 }),
})

choosesRow("a file of the trash that is needed is kept", {
  table: "files",
  row: { ...file, ...inTrash },
  unless: elsewhere,
  becomes: { held_at: now },
  run: (cx) => keepTrashedFile(cx, rowKey),
})

choosesRow("a file is deleted for good while it is still in the trash", {
  table: "files",
  row: { ...file, ...inTrash },
  unless: [...elsewhere, { deleted_at: now - 59 }, { deleted_at: null }],
  becomes: null,
  run: (cx) => removeTrashedFile(cx, rowKey, now - 60),
})

choosesRow("files that arrived are mailed about once, to the maker of their link", {
  table: "files",
  row: { ...file, upload_link_id: "r1" },
  unless: [{ workspace_id: "w2" }, { upload_link_id: "r2" }, { announced_at: now }],
  run: (cx) => listUnannouncedFiles(cx, rowKey),
})

choosesRow("the mail about a file is noted on it alone", {
  table: "files",
  row: file,
  unless: elsewhere,
  becomes: { announced_at: now },
  run: (cx) => markAnnounced(cx, workspaceId, ["r1"]),
})

for (const [word, find] of [
  ["found", findFolder],
  ["locked", lockFolder],
] as const)
  choosesRow(`a folder is ${word} in its own workspace outside the trash`, {
    table: "folders",
    row: folder,
    unless: [...elsewhere, inTrash],
    run: (cx) => find(cx, workspaceId, "r1"),
  })

choosesRow("folders are found in their own workspace, also in the trash", {
  table: "folders",
  row: folder,
  evenIf: [inTrash],
  unless: elsewhere,
  run: (cx) => listFoldersById(cx, workspaceId, ["r1"]),
})

choosesRow("a folder's subfolders are its own outside the trash", {
  table: "folders",
  row: folder,
  unless: [{ workspace_id: "w2" }, { parent_id: "d9" }, { parent_id: null }, inTrash, { name: "Other" }],
  run: (cx) => listSubfolders(cx, workspaceId, { parentId: "d0", name: "Songs", limit: 10 }),
})

choosesRow("the folders at the top have no parent", {
  table: "folders",
  row: { ...folder, parent_id: null },
  unless: [{ parent_id: "d0" }],
  run: (cx) => listSubfolders(cx, workspaceId, { parentId: null, limit: 10 }),
})

choosesRow("a workspace's folders are counted outside the trash", {
  table: "folders",
  row: folder,
  unless: [{ workspace_id: "w2" }, inTrash],
  gives: 1,
  run: (cx) => countFolders(cx, workspaceId),
})

choosesRow("a folder changes in its own workspace", {
  table: "folders",
  row: folder,
  unless: elsewhere,
  becomes: { name: "Hits", updated_at: now },
  run: (cx) => updateFolder(cx, "r1", { name: "Hits" }),
})

for (const [table, row, other] of [
  ["folders", { ...folder, id: "d1" }, { id: "d2" }],
  ["files", file, { folder_id: "d2" }],
] as const) {
  choosesRow(`${table} of a tree are put in the trash together`, {
    table,
    row,
    unless: [{ workspace_id: "w2" }, other, inTrash],
    becomes: { deleted_at: now },
    run: (cx) => moveSubtree(cx, ["d1"], { from: null, to: now }),
  })
  choosesRow(`${table} of a tree are restored when they were put in the trash together`, {
    table,
    row: { ...row, ...inTrash },
    unless: [{ workspace_id: "w2" }, other, { deleted_at: now - 59 }],
    becomes: { deleted_at: null },
    run: (cx) => moveSubtree(cx, ["d1"], { from: now - 60, to: null }),
  })
}

choosesRow("a tree of the trash has the folders that were put there together", {
  table: "folders",
  row: { ...folder, id: "d2", parent_id: "d1", ...inTrash },
  unless: [{ workspace_id: "w2" }, { parent_id: "d9" }, { deleted_at: null }, { deleted_at: now }],
  beside: [],
  gives: ["d1", "d2"],
  otherwise: ["d1"],
  run: async (cx) => {
    await cx.db
      .insertInto("folders")
      .values({
        ...{ id: "d1", workspace_id: workspaceId, parent_id: null, name: "Top", created_by: "a1" },
        ...times,
        ...inTrash,
      })
      .execute()
    const tree = await listSubtree(cx, "d1", now - 60)
    await cx.db.deleteFrom("folders").where("id", "=", "d1").execute()
    return tree.sort()
  },
})

choosesRow("an empty folder is deleted for good after a time in the trash", {
  table: "folders",
  row: { ...folder, ...inTrash },
  unless: [{ deleted_at: now - 59 }, { deleted_at: null }],
  beside: [["files", { ...file, folder_id: "r2" }]],
  unlessBeside: [[["files", { ...file, folder_id: "r1" }]]],
  becomes: null,
  gives: 1,
  run: (cx) => removeTrashedFolders(cx, now - 60, 10),
})

const sizes = { docs: 0, versions: 0, conversations: 0, links: 0 }

choosesRow("a workspace's docs and their versions are measured", {
  table: "docs",
  row: { content_bytes: 30, versions_bytes: 40 },
  unless: [{ workspace_id: "w2" }],
  gives: { ...sizes, docs: 30, versions: 40 },
  run: (cx) => measureSizes(cx, { measures }, workspaceId),
})

choosesRow("a workspace's links are measured", {
  table: "short_links",
  row: { destination: "https://example.com", slug: "spring", title: null },
  unless: [{ workspace_id: "w2" }],
  gives: { ...sizes, links: 200 + 19 + 6 },
  run: (cx) => measureSizes(cx, { measures }, workspaceId),
})

const talk = { id: "c1", workspace_id: "w1" }

choosesRow("a workspace's messages to the assistant are measured", {
  table: "assistant_messages",
  row: { conversation_id: "c1", parts: "12345", facts: "123" },
  unless: [{ conversation_id: "c2" }],
  beside: [["conversations", talk]],
  unlessBeside: [[["conversations", { ...talk, workspace_id: "w2" }]]],
  gives: { ...sizes, conversations: 8 },
  run: (cx) => measureSizes(cx, { measures }, workspaceId),
})

choosesRow("a workspace's calls of the assistant are measured", {
  table: "assistant_calls",
  row: { conversation_id: "c1", arguments: "12345", facts: "123", result: "12", rehearsal: "1", undo: "1" },
  unless: [{ conversation_id: "c2" }],
  beside: [["conversations", talk]],
  unlessBeside: [[["conversations", { ...talk, workspace_id: "w2" }]]],
  gives: { ...sizes, conversations: 12 },
  run: (cx) => measureSizes(cx, { measures }, workspaceId),
})

const storage = { used_bytes: 60, counted_bytes: 30, quota_bytes: 100, counted_at: now - 60 }

choosesRow("room is taken while all that is stored stays within the quota", {
  table: "drive_storage",
  row: storage,
  unless: [{ used_bytes: 61 }, { counted_bytes: 31 }],
  becomes: { used_bytes: 70 },
  gives: true,
  otherwise: false,
  run: (cx) => takeRoom(cx, workspaceId, 10),
})

choosesRow("room is given back to its own workspace", {
  table: "drive_storage",
  row: storage,
  unless: [{ workspace_id: "w2" }],
  becomes: { used_bytes: 50 },
  run: (cx) => giveRoomBack(cx, workspaceId, 10),
})

choosesRow("a workspace's storage is its own", {
  table: "drive_storage",
  row: storage,
  unless: [{ workspace_id: "w2" }],
  gives: storage,
  run: (cx) => findStorage(cx, workspaceId),
})

choosesRow("a count is kept", {
  table: "drive_storage",
  row: storage,
  unless: [],
  becomes: { counted_bytes: 33, counted_at: now },
  run: (cx) => keepCount(cx, workspaceId, 33),
})

choosesRow("a workspace is counted again after a time", {
  table: "drive_storage",
  row: storage,
  unless: [{ counted_at: now - 59 }],
  gives: ["w1"],
  run: (cx) => listCountedBefore(cx, now - 59, 10),
})

choosesRow("the total is what all workspaces store", {
  table: "drive_storage",
  row: storage,
  unless: [],
  gives: 90,
  run: findTotal,
})

const upload = { state: "open", offset_bytes: 5, reserved_bytes: 50, expires_at: now }
const part = { upload_id: "r1", workspace_id: workspaceId, start_bytes: 5, size_bytes: 7, blob_key: "b1" }

choosesRow("an upload is found by its id", {
  table: "uploads",
  row: upload,
  unless: [{ id: "r2" }],
  run: (cx) => findUpload(cx, "r1"),
})

choosesRow("an open upload ends once", {
  table: "uploads",
  row: upload,
  unless: [...elsewhere, { state: "dropped" }],
  becomes: { state: "finished" },
  run: (cx) => closeUpload(cx, rowKey, "finished"),
})

choosesRow("an open upload reserves more room", {
  table: "uploads",
  row: upload,
  unless: [...elsewhere, { state: "dropped" }],
  becomes: { reserved_bytes: 60 },
  gives: true,
  run: (cx) => widenUpload(cx, rowKey, 10),
})

choosesRow("a part is added at the end of an open upload", {
  table: "uploads",
  row: upload,
  unless: [...elsewhere, { state: "dropped" }, { offset_bytes: 6 }],
  becomes: { offset_bytes: 12, expires_at: now + 9 },
  gives: true,
  run: (cx) => appendPart(cx, part as never, now + 9),
})

choosesRow("an upload's parts are its own", {
  table: "upload_parts",
  row: { upload_id: "r1" },
  unless: [{ upload_id: "r2" }, { workspace_id: "w2" }],
  run: (cx) => listParts(cx, rowKey),
})

choosesRow("an upload's parts are removed alone", {
  table: "upload_parts",
  row: { upload_id: "r1" },
  unless: [{ upload_id: "r2" }, { workspace_id: "w2" }],
  becomes: null,
  run: (cx) => removeParts(cx, rowKey),
})

choosesRow("an ended upload is removed", {
  table: "uploads",
  row: { ...upload, state: "finished" },
  unless: [...elsewhere, { state: "open" }],
  becomes: null,
  run: (cx) => removeUpload(cx, rowKey),
})

choosesRow("an upload is stale at its time", {
  table: "uploads",
  row: upload,
  unless: [{ expires_at: now + 1 }],
  run: (cx) => listStaleUploads(cx, 10),
})
