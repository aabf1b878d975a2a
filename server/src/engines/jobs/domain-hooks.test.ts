import assert from "node:assert/strict"
import { readdirSync } from "node:fs"
import { test } from "node:test"
import type { Inside } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { choosesRow, choiceTime as now } from "#test/support/databases/chosen-rows.ts"
import { domainHooks } from "./domain-hooks.ts"

const workspaceId = "w1" as WorkspaceId

test("each domain has a row of hooks", () => {
  const folders = readdirSync(new URL("../../domains", import.meta.url))
  assert.deepEqual(Object.keys(domainHooks).sort(), folders.sort())
})

async function emptyAll(cx: Inside): Promise<void> {
  for (const { empty = [], emptyLast = [] } of Object.values(domainHooks))
    for (const step of [...empty, ...emptyLast]) await step(cx, workspaceId, 10)
}

for (const table of [
  ...(["short_links", "link_imports", "link_tags", "click_days", "docs", "mails"] as const),
  ...(["folders", "files", "share_links", "upload_links", "drive_storage", "offer_files", "covers"] as const),
  ...(["chat_channels", "webhook_endpoints", "events", "page_links", "listed_offers", "seller_pages"] as const),
  ...(["assistant_chains", "assistant_entries", "assistant_permits", "assistant_settings"] as const),
  ...(["permission_changes", "second_hand_objects", "tool_permissions"] as const),
])
  choosesRow(`${table} of an emptied workspace are deleted alone`, {
    table,
    row: { ...(table === "share_links" && { file_id: "f1" }), ...(table === "mails" && { workspace_id: workspaceId }) },
    unless: [{ workspace_id: "w2" }],
    becomes: null,
    run: emptyAll,
  })

choosesRow("uploads of an emptied workspace end alone", {
  table: "uploads",
  row: { expires_at: now },
  unless: [{ workspace_id: "w2" }],
  becomes: { expires_at: 0 },
  run: emptyAll,
})
