import { choosesRow, elsewhere, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import { findOwners, listSetAsideAuthors } from "./client-store.ts"
import { deleteUpdatesUpTo, putState, replaceState } from "./compact-store.ts"
import {
  findContentHead,
  findLastWriter,
  findState,
  hasUpdates,
  insertFirstState,
  listLiveDocs,
  listUpdates,
  lockBody,
  lockIndexedSeq,
  setAside,
  takeNumbers,
} from "./content-store.ts"
import { measureDoc, measureStored, updateDerived } from "./derived-store.ts"
import { findMemberName } from "./member-name-store.ts"
import { listUnsettled } from "./work-store.ts"

const doc = { docId: "r1", workspaceId: rowKey.workspace_id }
const ofOthers = [{ workspace_id: "w2" }, { doc_id: "r2" }]
const client = { doc_id: "r1", client_id: 7 }
const update = { doc_id: "r1", seq: 5, bytes: "12345", created_at: now - 9 }
const state = { doc_id: "r1", seq: 5, bytes: "123" }
const row = { content_seq: 5, indexed_seq: 4, schema_number: 1, body: "12", saved_by: "a9" }
const bytes = new Uint8Array([1])

choosesRow("the owners of clients are those in the doc", {
  table: "doc_clients",
  row: client,
  unless: [...ofOthers, { client_id: 8 }],
  gives: new Map([[7, "a1"]]),
  run: (cx) => findOwners(cx, doc, [7]),
})

choosesRow("the authors of updates that cannot be read are the doc's own", {
  table: "doc_updates",
  row: { ...update, broken_at: now },
  unless: [...ofOthers, { broken_at: null }],
  gives: new Set(["a1"]),
  run: (cx) => listSetAsideAuthors(cx, doc),
})

choosesRow("a newer state replaces the doc's own", {
  table: "doc_states",
  row: state,
  unless: [...ofOthers, { seq: 6 }],
  becomes: { seq: 6, bytes },
  gives: true,
  run: (cx) => replaceState(cx, doc, { seq: 6, bytes }),
})

choosesRow("a state is put in the place of the doc's own", {
  table: "doc_states",
  row: state,
  unless: ofOthers,
  becomes: { seq: 4, bytes },
  run: (cx) => putState(cx, doc, { seq: 4, bytes }),
})

choosesRow("a doc has one first state", {
  table: "doc_states",
  row: state,
  unless: [],
  becomes: {},
  run: (cx) => insertFirstState(cx, doc, bytes),
})

choosesRow("updates in a state are deleted unless they cannot be read", {
  table: "doc_updates",
  row: update,
  unless: [...ofOthers, { seq: 6 }, { broken_at: now }],
  becomes: null,
  run: (cx) => deleteUpdatesUpTo(cx, doc, 5),
})

choosesRow("a doc's updates are its own after a number", {
  table: "doc_updates",
  row: update,
  unless: [...ofOthers, { seq: 4 }],
  run: (cx) => listUpdates(cx, doc, 4),
})

choosesRow("a doc's state is its own after a number", {
  table: "doc_states",
  row: state,
  unless: [...ofOthers, { seq: 4 }],
  run: (cx) => findState(cx, doc, 4),
})

choosesRow("the head of a doc's content is its own", {
  table: "docs",
  row,
  unless: [{ id: "r2" }],
  run: (cx) => findContentHead(cx, "r1"),
})

choosesRow("docs stay open outside the trash", {
  table: "docs",
  row,
  unless: [{ id: "r2" }, { deleted_at: now }],
  run: (cx) => listLiveDocs(cx, ["r1"]),
})

choosesRow("the body of a doc is locked by its key", {
  table: "docs",
  row,
  unless: elsewhere,
  gives: { body: "12" },
  run: (cx) => lockBody(cx, doc),
})

choosesRow("the number that is indexed is locked by the doc's key", {
  table: "docs",
  row,
  unless: elsewhere,
  gives: 4,
  run: (cx) => lockIndexedSeq(cx, doc),
})

choosesRow("numbers of updates are taken outside the trash, unless a newer release wrote the doc", {
  table: "docs",
  row,
  unless: [...elsewhere, { deleted_at: now }, { schema_number: 1_000 }],
  becomes: { content_seq: 7 },
  gives: 7,
  run: async (cx) => {
    const taken = await takeNumbers(cx, { ...doc, by: 2 })
    await cx.db.updateTable("docs").set({ schema_number: 1 }).where("schema_number", "<", 1_000).execute()
    return taken
  },
})

choosesRow("a doc has updates that can be read", {
  table: "doc_updates",
  row: update,
  unless: [...ofOthers, { broken_at: now }],
  gives: true,
  run: (cx) => hasUpdates(cx, doc),
})

choosesRow("the last writer of a doc wrote its last update", {
  table: "doc_updates",
  row: update,
  unless: ofOthers,
  beside: [["docs", row]],
  gives: "a1",
  run: (cx) => findLastWriter(cx, doc),
})

choosesRow("the last writer of a doc without updates saved it", {
  table: "docs",
  row,
  unless: elsewhere,
  gives: "a9",
  run: (cx) => findLastWriter(cx, doc),
})

choosesRow("an update that cannot be read is set aside once", {
  table: "doc_updates",
  row: update,
  unless: [...ofOthers, { seq: 6 }, { broken_at: now - 1 }],
  becomes: { broken_at: now },
  run: (cx) => setAside(cx, doc, 5),
})

choosesRow("what is made of a doc is stored unless something newer is, or a newer release wrote the doc", {
  table: "docs",
  row,
  unless: [...elsewhere, { indexed_seq: 5 }, { schema_number: 1_000 }],
  beside: [["doc_updates", update]],
  becomes: {
    ...{ body: "1234567", indexed_seq: 5, saved_by: "a1", updated_at: now - 9 },
    ...{ content_bytes: 7 + 5, versions_bytes: 0 },
  },
  run: async (cx) => void (await updateDerived(cx, doc, { seq: 5, body: "1234567" })),
})

choosesRow("a doc is saved by the writer of its last update up to a number", {
  table: "doc_updates",
  row: update,
  unless: [...ofOthers, { seq: 6 }],
  beside: [["docs", row]],
  gives: "a1",
  otherwise: "a9",
  run: async (cx) => {
    await updateDerived(cx, doc, { seq: 5, body: "12" })
    return (await cx.db.selectFrom("docs").select("saved_by").executeTakeFirst())?.saved_by
  },
})

for (const [table, some, bytesOf] of [
  ["doc_updates", update, 5],
  ["doc_states", state, 3],
] as const)
  choosesRow(`${table} of a doc are measured`, {
    table,
    row: some,
    unless: ofOthers,
    beside: [["docs", row]],
    gives: bytesOf,
    run: (cx) => measureStored(cx, doc),
  })

choosesRow("the versions of a doc are measured", {
  table: "doc_versions",
  row: { doc_id: "r1", version: 1, body: "1234" },
  unless: ofOthers,
  beside: [["docs", row]],
  gives: 4,
  run: async (cx) => {
    await measureDoc(cx, doc)
    return (await cx.db.selectFrom("docs").select("versions_bytes").executeTakeFirst())?.versions_bytes
  },
})

choosesRow("a doc is measured alone", {
  table: "docs",
  row: { ...row, content_bytes: 99 },
  unless: elsewhere,
  becomes: { content_bytes: 2 },
  run: async (cx) => {
    await measureDoc(cx, doc)
    await cx.db.updateTable("docs").set({ schema_number: 1 }).execute()
  },
})

choosesRow("a member without a name is called by the first part of the address", {
  table: "accounts",
  row: { id: "a1", email: "ada@example.com", name: null },
  unless: [{ id: "a2" }],
  gives: "ada",
  run: findMemberName,
})

choosesRow("a doc is unsettled until all its updates are indexed", {
  table: "docs",
  row,
  unless: [{ indexed_seq: 5 }, { id: "r0" }],
  gives: ["r1"],
  run: (cx) => listUnsettled(cx, { after: "r0", limit: 10 }),
})
