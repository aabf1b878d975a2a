import { dayMs } from "#kernel/time/units.ts"
import { choosesRow, elsewhere, firstPage, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import { beginShareDownload, findShareDownload } from "./share-download-store.ts"
import {
  countShareLinks,
  findShareLink,
  listShareLinkRows,
  revokeShareLinkRow,
  takeDownload,
} from "./share-link-store.ts"

const workspaceId = rowKey.workspace_id
const link = { file_id: "f1", expires_at: now + 1, max_downloads: 3, downloads: 2, created_by: "a1" }
const ada = ["accounts", { id: "a1", name: "Ada" }] as const

choosesRow("a download of a share is found by its id", {
  table: "share_downloads",
  row: {},
  unless: [{ id: "r2" }],
  run: (cx) => findShareDownload(cx, rowKey.id),
})

choosesRow("a download of a share stays with the browser that began it", {
  table: "share_downloads",
  row: { browser_hash: null },
  evenIf: [{ browser_hash: "h1" }],
  unless: [{ id: "r2" }, { browser_hash: "h2" }],
  becomes: { browser_hash: "h1", expires_at: now + 1 + dayMs },
  gives: true,
  run: (cx) => beginShareDownload(cx, { id: rowKey.id, expires_at: now + 1 }, "h1"),
})

choosesRow("a share link is found by its id", {
  table: "share_links",
  row: link,
  unless: [{ id: "r2" }],
  run: (cx) => findShareLink(cx, rowKey.id),
})

const unlessStanding = [{ revoked_at: now }, { expires_at: now }]

choosesRow("share links of a file are those that stand", {
  table: "share_links",
  row: link,
  evenIf: [{ expires_at: null }, { downloads: 3 }],
  unless: [{ workspace_id: "w2" }, { file_id: "f2" }, { file_id: null, folder_id: "f1" }, ...unlessStanding],
  gives: 1,
  run: (cx) => countShareLinks(cx, workspaceId, { file_id: "f1", folder_id: null }),
})

choosesRow("share links of a folder are those that stand", {
  table: "share_links",
  row: { ...link, file_id: null, folder_id: "d1" },
  unless: [{ file_id: "d1", folder_id: null }, { folder_id: "d2" }],
  gives: 1,
  run: (cx) => countShareLinks(cx, workspaceId, { file_id: null, folder_id: "d1" }),
})

choosesRow("a workspace lists its own share links", {
  table: "share_links",
  row: link,
  unless: [{ workspace_id: "w2" }, { created_by: "a2" }],
  beside: [ada],
  run: (cx) => listShareLinkRows(cx, workspaceId, { of: undefined, ...firstPage }),
})

choosesRow("the share links of one file or folder are listed", {
  table: "share_links",
  row: link,
  evenIf: [{ file_id: null, folder_id: "f1" }],
  unless: [{ workspace_id: "w2" }, { file_id: "f2" }],
  beside: [ada],
  run: (cx) => listShareLinkRows(cx, workspaceId, { of: "f1", ...firstPage }),
})

for (const [table, target] of [
  ["files", { file_id: "r1" }],
  ["folders", { file_id: null, folder_id: "r1" }],
] as const)
  choosesRow(`a listed share link has the name of its own workspace's ${table}`, {
    table,
    row: { name: "Song" },
    unless: elsewhere,
    beside: [ada, ["share_links", { ...link, ...target }]],
    gives: "Song",
    run: async (cx) => (await listShareLinkRows(cx, workspaceId, { of: undefined, ...firstPage }))[0]?.name,
  })

choosesRow("a download is counted while the link stands and has downloads left", {
  table: "share_links",
  row: link,
  evenIf: [{ max_downloads: null }, { expires_at: null }],
  unless: [...elsewhere, ...unlessStanding, { downloads: 3 }],
  becomes: { downloads: 3 },
  gives: true,
  run: (cx) => takeDownload(cx, rowKey),
})

choosesRow("a share link ends once", {
  table: "share_links",
  row: link,
  evenIf: [{ created_by: "a2" }],
  unless: elsewhere,
  becomes: { revoked_at: now },
  gives: true,
  run: (cx) => revokeShareLinkRow(cx, workspaceId, { id: rowKey.id, onlyOf: undefined }),
})

choosesRow("an ended share link keeps the time of its end", {
  table: "share_links",
  row: { ...link, revoked_at: now - 5 },
  unless: [],
  becomes: { revoked_at: now - 5 },
  run: (cx) => revokeShareLinkRow(cx, workspaceId, { id: rowKey.id, onlyOf: undefined }),
})

choosesRow("a member ends their own share links alone", {
  table: "share_links",
  row: link,
  unless: [...elsewhere, { created_by: "a2" }],
  becomes: { revoked_at: now },
  run: (cx) => revokeShareLinkRow(cx, workspaceId, { id: rowKey.id, onlyOf: "a1" }),
})
