import { choosesRow, elsewhere, firstPage, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import {
  disableGiftCodeRow,
  findGiftCodeRow,
  type GiftCodeRow,
  insertGiftCode,
  listGiftCodeRows,
} from "./gift-code-store.ts"
import {
  findGiftCode,
  findJoinedCode,
  hasGiftCode,
  holdGift,
  holdGiftAgain,
  readGiftCode,
  returnGift,
  spendHeldGift,
  takeUse,
} from "./gift-hold-store.ts"

const workspaceId = rowKey.workspace_id
const gift = { id: rowKey.id, workspaceId }
const code = { code_mac: "mac1", joined_mac: "joined1", kind: "amount", currency: "usd", balance_cents: 1_000 }

choosesRow("a seller's code is disabled once", {
  table: "gift_codes",
  row: code,
  unless: [...elsewhere, { disabled_at: now - 1 }],
  becomes: { disabled_at: now },
  run: (cx) => disableGiftCodeRow(cx, rowKey.id),
})

choosesRow("a seller finds their own code", {
  table: "gift_codes",
  row: code,
  unless: elsewhere,
  run: (cx) => findGiftCodeRow(cx, rowKey.id),
})

choosesRow("a seller lists their own codes", {
  table: "gift_codes",
  row: code,
  unless: [{ workspace_id: "w2" }],
  run: (cx) => listGiftCodeRows(cx, firstPage),
})

choosesRow("a text is no second code of a workspace after its keys changed", {
  table: "gift_codes",
  row: code,
  unless: [],
  becomes: {},
  gives: undefined,
  otherwise: undefined,
  run: (cx) => insertGiftCode(cx, { ...rowKey, id: "r9", code_mac: "mac2" } as GiftCodeRow, ["mac1"]),
})

choosesRow("a buyer's code is one of the offer's workspace, for the offer and its currency or for all", {
  table: "gift_codes",
  row: { ...code, offer_id: "o1" },
  evenIf: [{ offer_id: null }, { currency: null }],
  unless: [{ workspace_id: "w2" }, { code_mac: "mac2" }, { offer_id: "o2" }, { currency: "eur" }],
  run: (cx) => findGiftCode(cx, ["mac1"], { id: "o1", workspaceId, currency: "usd" }),
})

choosesRow("a code without hyphens is one of the offer's workspace, for the offer and its currency or for all", {
  table: "gift_codes",
  row: { ...code, offer_id: "o1" },
  evenIf: [{ offer_id: null }, { currency: null }],
  unless: [{ workspace_id: "w2" }, { joined_mac: "joined2" }, { offer_id: "o2" }, { currency: "eur" }],
  run: (cx) => findJoinedCode(cx, ["joined1"], { id: "o1", workspaceId, currency: "usd" }),
})

choosesRow("a code is read in its own workspace", {
  table: "gift_codes",
  row: code,
  unless: elsewhere,
  run: (cx) => readGiftCode(cx, gift),
})

choosesRow("a workspace has its own codes", {
  table: "gift_codes",
  row: code,
  unless: elsewhere,
  gives: true,
  run: (cx) => hasGiftCode(cx, rowKey.id, workspaceId),
})

const usable = { ...code, starts_at: now, expires_at: now + 1, max_uses: 3, uses: 2, held_cents: 400, spent_cents: 599 }

choosesRow("a use is taken of a code that is in force and has something left", {
  table: "gift_codes",
  row: usable,
  evenIf: [
    { starts_at: null },
    { expires_at: null },
    { max_uses: null },
    { kind: "full", balance_cents: 0, held_cents: 0, spent_cents: 0 },
  ],
  unless: [
    ...elsewhere,
    { disabled_at: now },
    { starts_at: now + 1 },
    { expires_at: now },
    { uses: 3 },
    { spent_cents: 600 },
    { held_cents: 401 },
  ],
  becomes: { uses: 3 },
  run: (cx) => takeUse(cx, gift),
})

choosesRow("an amount is held on its own code", {
  table: "gift_codes",
  row: usable,
  unless: elsewhere,
  becomes: { held_cents: 401 },
  gives: undefined,
  run: (cx) => holdGift(cx, gift, 1),
})

choosesRow("a released amount is held again where uses and cents are left", {
  table: "gift_codes",
  row: { ...usable, expires_at: now - 1 },
  evenIf: [{ max_uses: null }],
  unless: [...elsewhere, { uses: 3 }, { spent_cents: 600 }, { held_cents: 401 }],
  becomes: { uses: 3, held_cents: 401 },
  gives: true,
  run: (cx) => holdGiftAgain(cx, gift, 1),
})

choosesRow("a held amount is spent", {
  table: "gift_codes",
  row: usable,
  unless: elsewhere,
  becomes: { held_cents: 0, spent_cents: 999 },
  run: (cx) => spendHeldGift(cx, gift, 400),
})

choosesRow("an ended checkout gives its use and its amount back", {
  table: "gift_codes",
  row: usable,
  unless: elsewhere,
  becomes: { held_cents: 100, uses: 1 },
  run: (cx) => returnGift(cx, gift, { held: 300 }),
})

choosesRow("a refunded purchase gives its use and its amount back", {
  table: "gift_codes",
  row: usable,
  unless: elsewhere,
  becomes: { spent_cents: 299, uses: 1 },
  run: (cx) => returnGift(cx, gift, { spent: 300 }),
})
