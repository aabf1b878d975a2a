import { choosesRow, elsewhere, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import {
  findPublicBody,
  findPublicDoc,
  findWorkspaceOfKey,
  putPublicKey,
  removePublicKey,
  setListed,
} from "./public-doc-store.ts"

const doc = { public_key: "k1", public_since: now - 9, schema_number: 1 }
const studio = { id: "w1", name: "Studio" }

choosesRow("a public doc is found by its key while it may be seen", {
  table: "docs",
  row: doc,
  unless: [
    { public_key: "k2" },
    { public_key: null },
    { deleted_at: now },
    { schema_number: 1_000 },
    { workspace_id: "w2" },
  ],
  beside: [["workspaces", studio]],
  unlessBeside: [[["workspaces", { ...studio, suspended_at: now }]], [["workspaces", { ...studio, deleted_at: now }]]],
  run: (cx) => findPublicDoc(cx, "k1"),
})

choosesRow("the body of a public doc is its own", {
  table: "docs",
  row: doc,
  unless: [{ id: "r2" }],
  run: (cx) => findPublicBody(cx, rowKey.id),
})

choosesRow("a public key leads to the workspace of its doc", {
  table: "docs",
  row: doc,
  unless: [{ public_key: "k2" }],
  gives: { workspace_id: "w1" },
  run: (cx) => findWorkspaceOfKey(cx, "k1"),
})

choosesRow("a doc gets a public key when it has none and is not in the trash", {
  table: "docs",
  row: { ...doc, public_key: null, public_since: null, public_indexed_at: now - 5 },
  unless: [...elsewhere, { deleted_at: now }, { public_key: "k0" }],
  becomes: { public_key: "k1", public_since: now, public_indexed_at: null },
  gives: true,
  run: (cx) => putPublicKey(cx, rowKey.id, "k1"),
})

choosesRow("a doc loses its public key", {
  table: "docs",
  row: { ...doc, public_indexed_at: now - 5 },
  evenIf: [{ deleted_at: now }],
  unless: [...elsewhere, { public_key: null }],
  becomes: { public_key: null, public_since: null, public_indexed_at: null },
  gives: true,
  run: (cx) => removePublicKey(cx, rowKey.id),
})

for (const [word, isListed, at] of [
  ["listed", true, now],
  ["unlisted", false, null],
] as const)
  choosesRow(`a public doc is ${word} for search engines`, {
    table: "docs",
    row: { ...doc, public_indexed_at: now - 5 },
    unless: [...elsewhere, { public_key: null }, { deleted_at: now }],
    becomes: { public_indexed_at: at },
    gives: true,
    run: (cx) => setListed(cx, rowKey.id, isListed),
  })
