import assert from "node:assert/strict"
import { readdirSync } from "node:fs"
import { test } from "node:test"
import type { Inside } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { readTables } from "#test/rules/table-uses.ts"
import { choosesRow, choiceTime as now } from "#test/support/databases/chosen-rows.ts"
import { domainHooks } from "./domain-hooks.ts"
import { ownData, ownDataInside } from "./own-data.ts"

const workspaceId = "w1" as WorkspaceId

test("each domain has a row of hooks", () => {
  const folders = readdirSync(new URL("../../domains", import.meta.url))
  assert.deepEqual(Object.keys(domainHooks).sort(), folders.sort())
})

/** The domains that own tables in which a column is like this. */
const domainsWith = (column: RegExp) =>
  new Set(
    readTables()
      .filter(({ sql }) => column.test(sql))
      .flatMap(({ its }) => its.filter((folder) => folder.startsWith("domains/")))
      .map((folder) => folder.replace("domains/", "")),
  )
const ofPeople = /^ {2}(\w*email|address|account_id|asker|\w+_by) /m

/** Domains that have rows of people, but nothing to do when an account is erased. */
const forgetNothing = {
  assistant: "Conversations and choices are deleted with the member. The record names accounts by their id.",
  docs: "Stars are deleted with the member. Docs and their versions name accounts by their id.",
  drive: "Files and their links name accounts by their id.",
  handover: "Purchases stay with their sellers, who must account for them.",
  links: "Links name accounts by their id.",
  operators: "Reports and suspensions stay with the operators, until they are swept.",
  "team-time": "Hours and stream plans are deleted with the member.",
  webhooks: "Endpoints and deliveries name accounts by their id.",
}

test("each domain that has rows of people forgets an erased account, or the list says why not", () => {
  const without = [...domainsWith(ofPeople)].filter((domain) => domainHooks[domain]?.erase === undefined)
  assert.deepEqual(without.sort(), Object.keys(forgetNothing))
})

/** Domains that have rows of people, but nothing in the file with a person's data. */
const notDownloaded = {
  docs: "Docs, and who wrote in them, are content of workspaces.",
  drive: "Files, and who uploaded them, are content of workspaces.",
  links: "Links, and who made them, are content of workspaces.",
  mails: "A mail is a message to the person, who has it.",
  operators: "Reports and suspensions are the operators'.",
  webhooks: "Endpoints, and who made them, are content of workspaces.",
}

test("each domain that has rows of people adds to the file with their data, or the list says why not", () => {
  const withData = [...Object.keys(ownData), ...Object.keys(ownDataInside)]
  const without = [...domainsWith(ofPeople)].filter((domain) => !withData.includes(domain))
  assert.deepEqual(without.sort(), Object.keys(notDownloaded))
})

/** Domains whose rows are deleted with a workspace, but do not count as its storage. */
const uncounted = {
  "chat-commands": "A workspace has few channels.",
  handover: "Sales are a record that the service must keep. Their number is limited elsewhere.",
  mails: "Mails are swept after a while.",
  "seller-pages": "A workspace has one page, with a limited number of links and offers.",
  "tool-servers": "A workspace has few servers.",
  webhooks: "Events are swept after a while.",
}

test("each domain with content of workspaces measures it, or the list says why not", () => {
  const isMeasured = (name: string) => name === "drive" || domainHooks[name]?.measure !== undefined
  const withContent = Object.keys(domainHooks).filter((name) => {
    const { empty = [], emptyLast = [] } = domainHooks[name] ?? {}
    return [...empty, ...emptyLast].length > 0
  })
  assert.deepEqual(withContent.filter((name) => !isMeasured(name)).sort(), Object.keys(uncounted))
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
