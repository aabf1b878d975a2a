import { choosesRow, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import { countOwnOffers, listOwnListedOffers, putListedOffers } from "./listed-offer-store.ts"
import {
  countOwnLinks,
  findOwnPage,
  findShownPage,
  listPageLinks,
  putPageLinks,
  takeOwnPage,
  updateOwnPage,
} from "./seller-page-store.ts"
import { countSitemaps, listOffersOfSitemap, listSellersOfSitemap } from "./sitemap-store.ts"

const workspaceId = rowKey.workspace_id
const studio = { id: "w1", slug: "studio", name: "Studio" }
const ofStudio = ["workspaces", studio] as const
const slug = ["directory", { kind: "workspace", key: "studio" }] as const
const offer = { id: "o1", state: "published", short_key: "ab12" }
const listed = { offer_id: "o1", position: 3, listed_at: now - 1 }

choosesRow("a seller lists offers of the own workspace", {
  table: "listed_offers",
  row: listed,
  unless: [{ workspace_id: "w2" }, { offer_id: "o2" }],
  beside: [["offers", offer]],
  unlessBeside: [[["offers", { ...offer, workspace_id: "w2" }]]],
  run: listOwnListedOffers,
})

choosesRow("offers of the own workspace are counted", {
  table: "offers",
  row: offer,
  unless: [{ workspace_id: "w2" }, { id: "o2" }],
  gives: 1,
  run: (cx) => countOwnOffers(cx, ["o1"]),
})

choosesRow("an offer that is listed again gets its new place and keeps its time", {
  table: "listed_offers",
  row: listed,
  unless: [],
  becomes: { position: 0 },
  run: (cx) => putListedOffers(cx, ["o1"]),
})

for (const [word, ids] of [
  ["another", ["o9"]],
  ["no", []],
] as const)
  choosesRow(`an offer is no longer listed when a seller lists ${word} offer`, {
    table: "listed_offers",
    row: listed,
    unless: [{ workspace_id: "w2" }],
    becomes: null,
    run: async (cx) => {
      await putListedOffers(cx, ids)
      await cx.db.deleteFrom("listed_offers").where("offer_id", "=", "o9").execute()
    },
  })

choosesRow("a seller's page is found by the slug while it is shown", {
  table: "seller_pages",
  row: { shown_at: now },
  unless: [{ workspace_id: "w2" }, { shown_at: null }],
  beside: [ofStudio, slug],
  unlessBeside: [
    [["workspaces", { ...studio, suspended_at: now }], slug],
    [["workspaces", { ...studio, deleted_at: now }], slug],
    [ofStudio, ["directory", { ...slug[1], ends_at: now }]],
    [ofStudio, ["directory", { ...slug[1], kind: "hostname" }]],
    [ofStudio, ["directory", { ...slug[1], key: "other" }]],
  ],
  run: (cx) => findShownPage(cx, "studio"),
})

choosesRow("a workspace's page is its own", {
  table: "seller_pages",
  row: { about: "Music", shown_at: now },
  unless: [{ workspace_id: "w2" }],
  gives: { about: "Music", shown_at: now },
  run: findOwnPage,
})

choosesRow("a workspace's page is locked with what it has", {
  table: "seller_pages",
  row: { about: "Music", shown_at: now, updated_at: now - 1 },
  unless: [],
  becomes: { updated_at: now },
  gives: { about: "Music", shown_at: now },
  run: takeOwnPage,
})

choosesRow("a workspace's page changes alone", {
  table: "seller_pages",
  row: { about: "Music" },
  unless: [{ workspace_id: "w2" }],
  becomes: { about: "Films", shown_at: now },
  run: (cx) => updateOwnPage(cx, { about: "Films", shown_at: now }),
})

const link = { link_id: "l1", label: "Shop" }

choosesRow("a page has the links of its workspace", {
  table: "page_links",
  row: link,
  unless: [{ workspace_id: "w2" }, { link_id: "l2" }],
  beside: [["short_links", { id: "l1" }]],
  unlessBeside: [[["short_links", { id: "l1", workspace_id: "w2" }]]],
  run: (cx) => listPageLinks(cx, workspaceId),
})

choosesRow("links of the own workspace outside the trash are counted", {
  table: "short_links",
  row: { id: "l1" },
  unless: [{ workspace_id: "w2" }, { id: "l2" }, { deleted_at: now }],
  gives: 1,
  run: (cx) => countOwnLinks(cx, ["l1"]),
})

choosesRow("a page's links are replaced in its own workspace", {
  table: "page_links",
  row: link,
  unless: [{ workspace_id: "w2" }],
  becomes: null,
  run: (cx) => putPageLinks(cx, []),
})

for (const [kind, table] of [
  ["sellers", "seller_pages"],
  ["offers", "listed_offers"],
] as const)
  choosesRow(`the first of the ${kind} needs a sitemap`, {
    table,
    row: table === "seller_pages" ? {} : listed,
    unless: [],
    gives: 1,
    run: (cx) => countSitemaps(cx, kind),
  })

choosesRow("a sitemap has the sellers whose pages are shown", {
  table: "seller_pages",
  row: { shown_at: now },
  unless: [{ shown_at: null }, { workspace_id: "w2" }],
  beside: [ofStudio],
  unlessBeside: [[["workspaces", { ...studio, suspended_at: now }]], [["workspaces", { ...studio, deleted_at: now }]]],
  gives: ["studio"],
  run: (cx) => listSellersOfSitemap(cx, 0),
})

const shown = ["seller_pages", { shown_at: now }] as const

choosesRow("a sitemap has the listed offers that visitors see", {
  table: "listed_offers",
  row: listed,
  unless: [{ workspace_id: "w2" }, { offer_id: "o2" }],
  beside: [ofStudio, shown, ["offers", offer]],
  unlessBeside: [
    [ofStudio, shown, ["offers", { ...offer, state: "draft" }]],
    [ofStudio, shown, ["offers", { ...offer, suspended_at: now }]],
    [ofStudio, shown, ["offers", { ...offer, workspace_id: "w2" }]],
    [ofStudio, ["seller_pages", { shown_at: null }], ["offers", offer]],
    [["workspaces", { ...studio, suspended_at: now }], shown, ["offers", offer]],
  ],
  gives: ["ab12"],
  run: (cx) => listOffersOfSitemap(cx, 0),
})
