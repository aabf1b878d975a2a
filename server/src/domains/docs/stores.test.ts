import { choosesRow, elsewhere, firstPage, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import { browseDocRows, browseStarredFirst, deleteStar, insertStar } from "./doc-star-store.ts"
import {
  findDoc,
  findDocHead,
  listTrashedDocRows,
  renameDocRow,
  restoreDocRow,
  searchDocRows,
  trashDocRow,
} from "./doc-store.ts"
import {
  findVersioned,
  findWriters,
  insertVersion,
  listWritten,
  replaceWriters,
  setVersion,
  storedVersions,
} from "./editing-sessions/session-store.ts"
import { listAuthors } from "./mentions/mention-store.ts"
import { findAuthorNames, findVersionRow, listVersionRows, listWriterRows } from "./versions/version-store.ts"

const workspaceId = rowKey.workspace_id
const docKey = { docId: "r1", workspaceId }
const saved = { saved_by: "a1", saved_at: now, body: "{}" }
const doc = { title: "Plan", search_title: "plan", updated_at: now, body: '{"type":"doc"}', schema_number: 1 }
const star = { doc_id: "r1" }

choosesRow("a star is a person's own on a doc", {
  table: "doc_stars",
  row: star,
  unless: [{ workspace_id: "w2" }, { account_id: "a2" }, { doc_id: "r2" }],
  becomes: null,
  run: (cx) => deleteStar(cx, "r1"),
})

choosesRow("a doc has one star of a person", {
  table: "doc_stars",
  row: star,
  unless: [],
  becomes: {},
  run: (cx) => insertStar(cx, "r1"),
})

const all = { query: "", isStarred: false }

choosesRow("docs of a workspace are its own outside the trash", {
  table: "docs",
  row: doc,
  unless: [{ workspace_id: "w2" }, { deleted_at: now }],
  run: (cx) => browseDocRows(cx, all, firstPage),
})

choosesRow("docs are found by a part of their title", {
  table: "docs",
  row: doc,
  unless: [{ search_title: "budget" }],
  run: (cx) => browseDocRows(cx, { ...all, query: "LA" }, firstPage),
})

choosesRow("starred docs are those with the person's own star", {
  table: "doc_stars",
  row: star,
  unless: [{ workspace_id: "w2" }, { account_id: "a2" }, { doc_id: "r2" }],
  beside: [["docs", doc]],
  run: (cx) => browseDocRows(cx, { ...all, isStarred: true }, firstPage),
})

const place = { starred: 0, at: now, id: "r5" }

choosesRow("a page of docs with stars first begins after the last one of the page before", {
  table: "docs",
  row: doc,
  evenIf: [{ updated_at: now - 1, id: "r9" }],
  unless: [{ updated_at: now + 1 }, { id: "r5" }, { id: "r6" }],
  run: (cx) => browseStarredFirst(cx, all, { limit: 10, place }),
})

choosesRow("a doc with a star comes before one without", {
  table: "doc_stars",
  row: star,
  unless: [{ account_id: "a2" }],
  beside: [["docs", { ...doc, updated_at: now - 1 }]],
  gives: 0,
  otherwise: 1,
  run: async (cx) => (await browseStarredFirst(cx, all, { limit: 10, place })).length,
})

choosesRow("a search finds docs of the workspace outside the trash by their title", {
  table: "docs",
  row: doc,
  unless: [{ workspace_id: "w2" }, { deleted_at: now }, { search_title: "budget" }],
  run: (cx) => searchDocRows(cx, { query: "la", ...firstPage }),
})

choosesRow("the trash has the workspace's docs in it", {
  table: "docs",
  row: { ...doc, deleted_at: now },
  unless: [{ workspace_id: "w2" }, { deleted_at: null }],
  run: (cx) => listTrashedDocRows(cx, firstPage),
})

choosesRow("a workspace finds its own doc outside the trash", {
  table: "docs",
  row: doc,
  unless: [...elsewhere, { deleted_at: now }],
  run: (cx) => findDoc(cx, "r1"),
})

choosesRow("a workspace finds its own doc's head, also in the trash", {
  table: "docs",
  row: { ...doc, deleted_at: now },
  unless: elsewhere,
  run: (cx) => findDocHead(cx, "r1"),
})

choosesRow("a workspace renames its own doc outside the trash", {
  table: "docs",
  row: doc,
  unless: [...elsewhere, { deleted_at: now }],
  becomes: { title: "Budget", emoji: null, search_title: "budget", updated_at: now },
  gives: true,
  run: (cx) => renameDocRow(cx, "r1", { title: "Budget", emoji: null }),
})

choosesRow("a doc is put in the trash once", {
  table: "docs",
  row: doc,
  unless: [...elsewhere, { deleted_at: now - 1 }],
  becomes: { deleted_at: now },
  gives: true,
  run: (cx) => trashDocRow(cx, "r1"),
})

choosesRow("a doc is restored from the trash", {
  table: "docs",
  row: { ...doc, deleted_at: now },
  unless: [...elsewhere, { deleted_at: null }],
  becomes: { deleted_at: null },
  run: (cx) => restoreDocRow(cx, "r1"),
})

const update = { doc_id: "r1", seq: 5, account_id: "a1" }
const client = { doc_id: "r1", client_id: 7, account_id: "a1" }

choosesRow("an author of words owns their client", {
  table: "doc_clients",
  row: client,
  unless: [{ doc_id: "r2" }, { client_id: 8 }, { account_id: "a2" }],
  beside: [["doc_updates", update]],
  gives: ["a1"],
  run: (cx) => listAuthors(cx, { docId: "r1", after: 4, upTo: 5 }, new Set([7])),
})

choosesRow("an author of words wrote an update among those that are looked at", {
  table: "doc_updates",
  row: update,
  unless: [{ doc_id: "r2" }, { seq: 4 }, { seq: 6 }],
  beside: [["doc_clients", client]],
  gives: ["a1"],
  run: (cx) => listAuthors(cx, { docId: "r1", after: 4, upTo: 5 }, new Set([7])),
})

choosesRow("a editing session is of the workspace's own doc", {
  table: "docs",
  row: doc,
  unless: elsewhere,
  run: (cx) => findVersioned(cx, docKey),
})

choosesRow("what was written is in the doc's own updates that can be read", {
  table: "doc_updates",
  row: update,
  unless: [{ workspace_id: "w2" }, { doc_id: "r2" }, { seq: 4 }, { seq: 6 }, { broken_at: now }],
  run: (cx) => listWritten(cx, docKey, { after: 4, upTo: 5 }),
})

const writer = { doc_id: "r1", version: 3, first_at: now - 9, last_at: now }

choosesRow("a version's writers are its own", {
  table: "doc_writers",
  row: writer,
  unless: [{ workspace_id: "w2" }, { doc_id: "r2" }, { version: 4 }],
  gives: new Map([["a1", { first: now - 9, last: now }]]),
  run: (cx) => findWriters(cx, docKey, 3),
})

choosesRow("a version's writers are replaced", {
  table: "doc_writers",
  row: writer,
  unless: [{ workspace_id: "w2" }, { doc_id: "r2" }, { version: 4 }],
  becomes: null,
  run: (cx) => replaceWriters(cx, { ...docKey, version: 3 }, new Map()),
})

for (const table of ["doc_versions", "doc_writers"] as const)
  choosesRow(`${table} older than the last two hundred are deleted`, {
    table,
    row: table === "doc_writers" ? writer : { doc_id: "r1", version: 3 },
    unless: [{ workspace_id: "w2" }, { doc_id: "r2" }, ...(table === "doc_writers" ? [{ version: 4 }] : [])],
    becomes: null,
    run: async (cx) => {
      const version = (n: number) =>
        ({ ...{ doc_id: "r1", workspace_id: workspaceId, title: "Plan", emoji: null }, version: n, ...saved }) as never
      if (table === "doc_writers") await cx.db.insertInto("doc_versions").values(version(3)).execute()
      const newer = Array.from({ length: storedVersions - 1 }, (_, at) => version(100 + at))
      await cx.db.insertInto("doc_versions").values(newer).execute()
      await insertVersion(cx, version(1_000))
      if (table === "doc_versions") await cx.db.deleteFrom("doc_versions").where("version", ">=", 100).execute()
    },
  })

choosesRow("a doc's number of its version changes alone", {
  table: "docs",
  row: doc,
  unless: elsewhere,
  becomes: { version: 9 },
  run: (cx) => setVersion(cx, docKey, 9),
})

const version = { doc_id: "r1", version: 3 }

choosesRow("a doc's versions are its own", {
  table: "doc_versions",
  row: version,
  unless: [{ workspace_id: "w2" }, { doc_id: "r2" }],
  run: (cx) => listVersionRows(cx, "r1"),
})

choosesRow("a version is found by its number", {
  table: "doc_versions",
  row: version,
  unless: [{ workspace_id: "w2" }, { doc_id: "r2" }, { version: 4 }],
  run: (cx) => findVersionRow(cx, "r1", 3),
})

choosesRow("the writers of a doc's versions are its own", {
  table: "doc_writers",
  row: writer,
  unless: [{ workspace_id: "w2" }, { doc_id: "r2" }, { account_id: "a2" }],
  beside: [["accounts", { id: "a1", name: "Ada" }]],
  run: (cx) => listWriterRows(cx, "r1"),
})

choosesRow("an author is named by the account", {
  table: "accounts",
  row: { id: "a1", name: "Ada" },
  unless: [{ id: "a2" }],
  gives: new Map([["a1", "Ada"]]),
  run: (cx) => findAuthorNames(cx, ["a1"]),
})
