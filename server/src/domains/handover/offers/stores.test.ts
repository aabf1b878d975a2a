import { choosesRow, elsewhere, firstPage, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import { isFileNeeded } from "./file-need-store.ts"
import { findServedCover, listCovers } from "./offer-cover-store.ts"
import { listOfferFiles, placeOfferFile, removeOfferFileRow } from "./offer-file-store.ts"
import { findPublicOffer, findShortKey, findSoldOffer } from "./offer-lookup-store.ts"
import { findOwnOffer, listOfferRows, takeOffer, updateOffer } from "./offer-store.ts"
import { getTerms } from "./offer-terms-store.ts"
import { countUnits, lockOfferForSale, returnUnit, takeUnit } from "./stock-store.ts"

const workspaceId = rowKey.workspace_id
const offerKey = { id: "o1", workspaceId }
const ofOtherOffer = { offer_id: "o2" }
const offer = { id: "o1", state: "published", short_key: "ab12", updated_at: now - 1 }
const studio = ["workspaces", { id: "w1", slug: "studio", name: "Studio" }] as const

choosesRow("a file is needed by an offer of its workspace", {
  table: "offer_files",
  row: { file_id: "f1" },
  unless: [{ workspace_id: "w2" }, { file_id: "f2" }],
  gives: true,
  run: (cx) => isFileNeeded(cx, { id: "f1", workspaceId }),
})

choosesRow("a file is needed by a purchase of its workspace", {
  table: "purchases",
  row: { snapshot: '{"files":[{"fileId":"file_1"}]}' },
  unless: [{ workspace_id: "w2" }, { snapshot: '{"files":[{"fileId":"fileA1"}]}' }],
  gives: true,
  run: (cx) => isFileNeeded(cx, { id: "file_1", workspaceId }),
})

const cover = { id: "c1", offer_id: "o1", used_at: now }

choosesRow("an offer's cover is the one that it uses", {
  table: "covers",
  row: cover,
  unless: [{ workspace_id: "w2" }, ofOtherOffer, { used_at: null }],
  run: (cx) => listCovers(cx, workspaceId, ["o1"]),
})

choosesRow("a cover is served while its offer and its workspace may be seen", {
  table: "covers",
  row: cover,
  unless: [{ id: "c2" }, { workspace_id: "w2" }, ofOtherOffer, { used_at: null }],
  beside: [studio, ["offers", offer]],
  unlessBeside: [
    [studio, ["offers", { ...offer, suspended_at: now }]],
    [
      ["workspaces", { ...studio[1], suspended_at: now }],
      ["offers", offer],
    ],
    [
      ["workspaces", { ...studio[1], deleted_at: now }],
      ["offers", offer],
    ],
  ],
  run: (cx) => findServedCover(cx, { column: "covers.id", id: "c1" }),
})

choosesRow("files of offers are those of their workspace", {
  table: "offer_files",
  row: { offer_id: "o1", file_id: "f1" },
  unless: [{ workspace_id: "w2" }, ofOtherOffer, { file_id: "f2" }],
  beside: [["files", { id: "f1" }]],
  unlessBeside: [[["files", { id: "f1", workspace_id: "w2" }]]],
  run: (cx) => listOfferFiles(cx, workspaceId, ["o1"]),
})

choosesRow("an offer's file is placed in its own workspace", {
  table: "offer_files",
  row: {},
  unless: elsewhere,
  becomes: { position: 7 },
  run: (cx) => placeOfferFile(cx, rowKey.id, 7),
})

choosesRow("an offer's file is removed in its own workspace", {
  table: "offer_files",
  row: {},
  unless: elsewhere,
  becomes: null,
  run: (cx) => removeOfferFileRow(cx, rowKey.id),
})

const payKey = ["directory", { kind: "pay_key", key: "ab12", workspace_id: "w1" }] as const

choosesRow("a pay link shows an offer that is published and not suspended", {
  table: "offers",
  row: offer,
  unless: [{ workspace_id: "w2" }, { short_key: "cd34" }, { state: "draft" }, { suspended_at: now }],
  beside: [studio, payKey],
  unlessBeside: [
    [["workspaces", { ...studio[1], suspended_at: now }], payKey],
    [["workspaces", { ...studio[1], deleted_at: now }], payKey],
    [studio],
  ],
  run: (cx) => findPublicOffer(cx, "ab12"),
})

choosesRow("a pay link's files are those of its offer", {
  table: "offer_files",
  row: { offer_id: "o1", file_id: "f1" },
  unless: [{ workspace_id: "w2" }, ofOtherOffer],
  beside: [studio, payKey, ["offers", offer], ["files", { id: "f1", name: "song.wav", size_bytes: 5 }]],
  run: async (cx) => (await findPublicOffer(cx, "ab12"))?.files,
})

const ready = { id: "pa_1", publishable_key: "pk_1", webhook_secret_sealed: "sealed", disabled_at: null }

choosesRow("an offer is sold on the workspace's own account once that is complete and not disabled", {
  table: "payment_accounts",
  row: ready,
  unless: [{ workspace_id: "w2" }, { webhook_secret_sealed: null }, { disabled_at: now }],
  beside: [studio, payKey, ["offers", offer]],
  run: async (cx) => (await findPublicOffer(cx, "ab12"))?.processorAccounts,
})

choosesRow("a sold offer is sold on the workspace's own account once that is complete and not disabled", {
  table: "payment_accounts",
  row: ready,
  unless: [{ workspace_id: "w2" }, { webhook_secret_sealed: null }, { disabled_at: now }],
  beside: [studio, ["offers", offer]],
  run: async (cx) => (await findSoldOffer(cx, "o1"))?.processorAccounts,
})

choosesRow("a member sees that an offer is their own workspace's", {
  table: "members",
  row: {},
  unless: [{ workspace_id: "w2" }, { account_id: "a2" }],
  beside: [studio, payKey, ["offers", offer]],
  run: async (cx) => (await findPublicOffer(cx, "ab12", cx.accountId))?.isOwnWorkspace,
})

choosesRow("a sold offer is found by its id in whatever state it is", {
  table: "offers",
  row: offer,
  evenIf: [{ state: "archived" }, { suspended_at: now }],
  unless: [{ id: "o2" }],
  beside: [studio],
  run: (cx) => findSoldOffer(cx, "o1"),
})

choosesRow("a sold offer has files until its workspace is deleted", {
  table: "workspaces",
  row: { id: "w1" },
  unless: [],
  beside: [
    ["offers", offer],
    ["offer_files", { offer_id: "o1", file_id: "f1" }],
    ["files", { id: "f1" }],
  ],
  run: async (cx) => (await findSoldOffer(cx, "o1"))?.files.length,
  gives: 1,
})

choosesRow("a short key is that of its offer", {
  table: "offers",
  row: offer,
  unless: [{ id: "o2" }],
  gives: "ab12",
  run: (cx) => findShortKey(cx, "o1"),
})

choosesRow("an offer is locked in its own workspace", {
  table: "offers",
  row: { ...offer, id: "r1" },
  unless: elsewhere,
  becomes: { updated_at: now },
  run: (cx) => takeOffer(cx, rowKey.id),
})

choosesRow("an offer changes in its own workspace", {
  table: "offers",
  row: { ...offer, id: "r1" },
  unless: elsewhere,
  becomes: { title: "Song", updated_at: now },
  run: (cx) => updateOffer(cx, rowKey.id, { title: "Song" }),
})

choosesRow("an offer is found in its own workspace", {
  table: "offers",
  row: { ...offer, id: "r1" },
  unless: elsewhere,
  run: (cx) => findOwnOffer(cx, rowKey.id),
})

choosesRow("a list of offers has those of the workspace in a state", {
  table: "offers",
  row: offer,
  unless: [{ workspace_id: "w2" }, { state: "draft" }, { paused_at: now }],
  run: (cx) => listOfferRows(cx, { state: "published", ...firstPage }),
})

choosesRow("a list of paused offers has no others", {
  table: "offers",
  row: { ...offer, paused_at: now },
  unless: [{ workspace_id: "w2" }, { paused_at: null }],
  run: (cx) => listOfferRows(cx, { state: "paused", ...firstPage }),
})

choosesRow("an offer's terms are its own", {
  table: "offers",
  row: { ...offer, licence: "One person." },
  unless: [{ id: "o2" }, { workspace_id: "w2" }],
  beside: [studio],
  run: (cx) => getTerms(cx, offerKey),
})

choosesRow("an offer is listed on the page of its own workspace", {
  table: "listed_offers",
  row: { offer_id: "o1" },
  unless: [{ workspace_id: "w2" }, ofOtherOffer],
  beside: [studio, ["offers", offer], ["seller_pages", { shown_at: now }]],
  unlessBeside: [{ workspace_id: "w2", shown_at: now }, { shown_at: null }].map(
    (page) => [studio, ["offers", offer], ["seller_pages", page]] as const,
  ),
  otherwise: undefined,
  run: async (cx) => (await getTerms(cx, offerKey)).isListed || undefined,
})

choosesRow("a sale locks its own offer", {
  table: "offers",
  row: { ...offer, stock_limit: 3, paused_at: now },
  unless: [{ id: "o2" }, { workspace_id: "w2" }],
  run: async (cx) => {
    const { stockLimit, isPaused } = await lockOfferForSale(cx, offerKey)
    return { stockLimit, isPaused }
  },
  gives: { stockLimit: 3, isPaused: true },
})

const otherOffer = { ...offer, id: "other", key: "other", short_key: "abcd", stock_limit: 3 }

choosesRow("a unit is taken until the limit is reached", {
  table: "offers",
  row: { ...offer, stock_limit: 3, units_taken: 2 },
  unless: [{ id: "o2" }, { workspace_id: "w2" }, { units_taken: 3 }],
  beside: [["offers", { ...otherOffer, units_taken: 1 }]],
  becomes: { units_taken: 3 },
  gives: true,
  run: (cx) => takeUnit(cx, offerKey, 3),
})

choosesRow("a unit is returned to an offer with a limit", {
  table: "offers",
  row: { ...offer, stock_limit: 3, units_taken: 2 },
  unless: [{ id: "o2" }, { workspace_id: "w2" }],
  beside: [["offers", { ...otherOffer, units_taken: 2 }]],
  becomes: { units_taken: 1 },
  run: (cx) => returnUnit(cx, offerKey),
})

choosesRow("units of an offer are those that its sales have taken and not released", {
  table: "purchases",
  row: { offer_id: "o1", state: "fulfilled", unit_taken_at: now },
  evenIf: [{ state: "comped" }],
  unless: [{ workspace_id: "w2" }, ofOtherOffer, { unit_taken_at: null }, { unit_released_at: now }],
  gives: new Map([["o1", { taken: 1, delivered: 1 }]]),
  run: (cx) => countUnits(cx, ["o1"]),
})

choosesRow("a unit of an open checkout is taken, and not delivered", {
  table: "purchases",
  row: { offer_id: "o1", state: "open", unit_taken_at: now },
  unless: [],
  gives: new Map([["o1", { taken: 1, delivered: 0 }]]),
  run: (cx) => countUnits(cx, ["o1"]),
})
