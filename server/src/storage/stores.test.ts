import { choosesRow, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import { deleteOldest } from "./delete-rows.ts"
import { claim, claimOnce, deleteEndedEntries, endClaim, findOwner, release, releaseSome } from "./directory.ts"
import { afterPlace } from "./in-order.ts"

const workspaceId = rowKey.workspace_id
const entry = { kind: "short_link", key: "spring", workspaceId } as const
const row = { kind: "short_link", key: "spring", workspace_id: "w1" }
const others = [{ kind: "pay_key" }, { key: "summer" }, { workspace_id: "w2" }]

choosesRow("a name is claimed by its workspace again, or by another once it has ended", {
  table: "directory",
  row: { ...row, ends_at: now + 1 },
  evenIf: [{ ends_at: null }],
  unless: [],
  becomes: { ends_at: null },
  gives: true,
  run: (cx) => claim(cx.db, entry, now),
})

choosesRow("a name of another workspace is claimed once it has ended", {
  table: "directory",
  row: { ...row, workspace_id: "w2", ends_at: now },
  unless: [{ ends_at: now + 1 }, { ends_at: null }],
  becomes: { workspace_id: "w1", ends_at: null },
  gives: true,
  otherwise: false,
  run: (cx) => claim(cx.db, entry, now),
})

choosesRow("a key that is claimed once is never claimed again, not even by its workspace", {
  table: "directory",
  row: { ...row, ends_at: now - 1 },
  unless: [],
  becomes: {},
  gives: false,
  run: (cx) => claimOnce(cx.db, entry),
})

choosesRow("a claim ends for its own entry", {
  table: "directory",
  row,
  unless: others,
  becomes: { ends_at: now + 5 },
  run: (cx) => endClaim(cx.db, entry, now + 5),
})

choosesRow("a workspace releases its own entry", {
  table: "directory",
  row,
  unless: others,
  becomes: null,
  run: (cx) => release(cx.db, entry),
})

choosesRow("a workspace releases its own entries of some kinds", {
  table: "directory",
  row,
  unless: [{ kind: "pay_key" }, { workspace_id: "w2" }],
  becomes: null,
  gives: 1,
  run: (cx) => releaseSome(cx.db, workspaceId, { kinds: ["short_link"], limit: 10 }),
})

choosesRow("a name has an owner until it ends", {
  table: "directory",
  row: { ...row, ends_at: now + 1 },
  evenIf: [{ ends_at: null }],
  unless: [{ kind: "pay_key" }, { key: "summer" }, { ends_at: now }],
  gives: workspaceId,
  run: (cx) => findOwner(cx.db, entry, now),
})

choosesRow("an entry is deleted once it has ended", {
  table: "directory",
  row: { ...row, ends_at: now },
  unless: [{ ends_at: now + 1 }, { ends_at: null }],
  becomes: null,
  gives: 1,
  run: (cx) => deleteEndedEntries(cx.db, { until: now, limit: 10 }),
})

choosesRow("an old row is deleted at its time", {
  table: "sessions",
  row: { expires_at: now },
  unless: [{ expires_at: now + 1 }],
  becomes: null,
  gives: 1,
  run: (cx) => deleteOldest(cx.db, { table: "sessions", keys: ["id"], time: "expires_at" }, { until: now, limit: 10 }),
})

const place = { at: now, id: "r5" }

for (const [word, isDescending, next, before] of [
  ["falling", true, [{ created_at: now - 1, id: "r9" }], [{ created_at: now + 1, id: "r1" }, { id: "r6" }]],
  ["rising", false, [{ created_at: now + 1, id: "r1" }], [{ created_at: now - 1, id: "r9" }, { id: "r4" }]],
] as const)
  choosesRow(`a page in ${word} order begins after the last row of the page before`, {
    table: "docs",
    row: { created_at: now, id: isDescending ? "r4" : "r6" },
    evenIf: next,
    unless: [...before, { id: "r5" }],
    run: (cx) =>
      cx.db
        .selectFrom("docs")
        .select("id")
        .where(afterPlace(place, { column: "created_at", isDescending }))
        .execute(),
  })
