import { choosesRow, elsewhere, firstPage, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import {
  findUploadLink,
  findWorkspaceName,
  giveSlotBack,
  listArrivedFiles,
  listUploadLinkRows,
  lockUploadLinkRow,
  revokeUploadLinkRow,
  takeSlot,
} from "./upload-link-store.ts"

const workspaceId = rowKey.workspace_id
const link = { expires_at: now + 1, max_files: 3, files_taken: 2, created_by: "a1" }

choosesRow("an upload link is found by its id", {
  table: "upload_links",
  row: link,
  unless: [{ id: "r2" }],
  run: (cx) => findUploadLink(cx, rowKey.id),
})

choosesRow("an upload link is locked by its key", {
  table: "upload_links",
  row: link,
  unless: elsewhere,
  run: (cx) => lockUploadLinkRow(cx, rowKey),
})

choosesRow("an upload link takes a file until it ends or is full", {
  table: "upload_links",
  row: link,
  unless: [...elsewhere, { files_taken: 3 }, { revoked_at: now }, { expires_at: now }],
  becomes: { files_taken: 3 },
  run: (cx) => takeSlot(cx, rowKey),
})

choosesRow("a file that did not arrive gives its slot back", {
  table: "upload_links",
  row: link,
  unless: elsewhere,
  becomes: { files_taken: 1 },
  run: (cx) => giveSlotBack(cx, rowKey),
})

choosesRow("a workspace lists its own upload links", {
  table: "upload_links",
  row: link,
  unless: [{ workspace_id: "w2" }, { created_by: "a2" }],
  beside: [["accounts", { id: "a1", name: "Ada" }]],
  run: (cx) => listUploadLinkRows(cx, workspaceId, firstPage),
})

choosesRow("an upload link ends once", {
  table: "upload_links",
  row: link,
  unless: [...elsewhere, { revoked_at: now - 1 }],
  becomes: { revoked_at: now },
  run: (cx) => revokeUploadLinkRow(cx, rowKey.id),
})

choosesRow("an upload page names a workspace that is in use", {
  table: "workspaces",
  row: { id: "w1", name: "Studio" },
  unless: [{ id: "w2" }, { suspended_at: now }, { deleted_at: now }],
  gives: "Studio",
  run: (cx) => findWorkspaceName(cx, workspaceId),
})

choosesRow("files that arrived are the workspace's that came through a link and are not in the trash", {
  table: "files",
  row: { upload_link_id: "l1" },
  unless: [{ workspace_id: "w2" }, { upload_link_id: null }, { deleted_at: now }],
  run: (cx) => listArrivedFiles(cx, 10),
})
