import { choosesRow, elsewhere, firstPage, choiceTime as now } from "#test/support/databases/chosen-rows.ts"
import { countClicks } from "../clicks/follow-store.ts"
import { listLinkRows } from "../link-list-store.ts"
import { addToImport, endImport, listImportRows } from "./import-log-store.ts"

const made = { file_name: "links.csv", links: 2, created_at: now }

choosesRow("links are added to an import that was not undone", {
  table: "link_imports",
  row: made,
  unless: [...elsewhere, { undone_at: now }],
  becomes: { links: 5 },
  gives: true,
  run: (cx) => addToImport(cx, "r1", 3),
})

choosesRow("an import is ended once", {
  table: "link_imports",
  row: made,
  unless: elsewhere,
  becomes: { undone_at: now },
  gives: true,
  run: (cx) => endImport(cx, "r1"),
})

const link = { namespace: "shared", slug: "spring", destination: "https://example.com/a", import_id: "r1" }

choosesRow("a workspace's imports are listed", {
  table: "link_imports",
  row: made,
  unless: [{ workspace_id: "w2" }],
  gives: [{ id: "r1", file_name: "links.csv", links: 2, created_at: now, left: 0 }],
  run: (cx) => listImportRows(cx, 5),
})

choosesRow("an import's links outside the trash are counted", {
  table: "short_links",
  row: link,
  unless: [{ workspace_id: "w2" }, { import_id: "r2" }, { deleted_at: now }],
  beside: [["link_imports", made]],
  gives: 1,
  otherwise: 0,
  run: async (cx) => Number((await listImportRows(cx, 5))[0]?.left),
})

choosesRow("links are listed that an import made", {
  table: "short_links",
  row: link,
  unless: [{ workspace_id: "w2" }, { import_id: "r2" }, { import_id: null }],
  run: (cx) => listLinkRows(cx, { importId: "r1", inTrash: false, ...firstPage }),
})

choosesRow("a click limit does not count clicks before an import", {
  table: "short_links",
  row: { ...link, click_limit: 4, clicks: 9, clicks_before: 6 },
  unless: [{ clicks_before: 5 }],
  becomes: { clicks: 10 },
  gives: [true],
  run: (cx) => countClicks(cx, [{ id: "r1", workspaceId: "w1", device: "desktop", referrer: "" } as never]),
})
