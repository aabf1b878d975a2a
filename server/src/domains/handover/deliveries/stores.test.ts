import { choosesRow, elsewhere, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import {
  countDownload,
  countReceipt,
  findDelivery,
  isMembersAddress,
  listOwnerAddresses,
  listUnmailed,
  noteMailed,
} from "./delivery-store.ts"

const workspaceId = rowKey.workspace_id
const sale = { offer_id: "o1", buyer_email: "ada@example.com", state: "fulfilled", fulfilled_at: now }

choosesRow("a delivery is found by its id, with its workspace", {
  table: "purchases",
  row: sale,
  unless: [{ id: "r2" }],
  beside: [["workspaces", { id: "w1" }]],
  unlessBeside: [[["workspaces", { id: "w2" }]]],
  run: (cx) => findDelivery(cx, rowKey.id),
})

choosesRow("a receipt is counted on a purchase with an address", {
  table: "purchases",
  row: { ...sale, receipts_sent: 2 },
  unless: [...elsewhere, { buyer_email: null }],
  becomes: { receipts_sent: 3 },
  gives: 3,
  run: (cx) => countReceipt(cx, rowKey),
})

choosesRow("a download is counted on its own purchase", {
  table: "purchases",
  row: { ...sale, downloads: 4 },
  unless: elsewhere,
  becomes: { downloads: 5, downloaded_at: now },
  run: (cx) => countDownload(cx, rowKey),
})

choosesRow("the first receipt of a purchase is noted", {
  table: "purchases",
  row: sale,
  unless: [...elsewhere, { receipt_mailed_at: now - 1 }],
  becomes: { receipt_mailed_at: now },
  run: (cx) => noteMailed(cx, rowKey),
})

const account = { id: "a1", email: "ada@example.com" }

choosesRow("a member's address is one with which a member of the workspace signs in", {
  table: "accounts",
  row: account,
  unless: [{ id: "a2" }, { email: "eve@example.com" }],
  beside: [["members", { role: "viewer" }]],
  unlessBeside: [[["members", { workspace_id: "w2" }]]],
  gives: true,
  run: (cx) => isMembersAddress(cx, { workspaceId, email: "Ada@Example.com" }),
})

choosesRow("a workspace notifies its own owners of a sale", {
  table: "members",
  row: { role: "owner" },
  unless: [{ workspace_id: "w2" }, { role: "admin" }, { account_id: "a2" }],
  beside: [["accounts", account]],
  gives: [account],
  run: (cx) => listOwnerAddresses(cx, workspaceId),
})

choosesRow("receipts that were forgotten are those of delivered purchases of a time", {
  table: "purchases",
  row: sale,
  evenIf: [{ state: "comped" }, { fulfilled_at: now + 9 }],
  unless: [
    { receipt_mailed_at: now },
    { buyer_email: null },
    { fulfilled_at: now - 1 },
    { fulfilled_at: now + 10 },
    { state: "refunded" },
    { id: "r0" },
  ],
  run: (cx) => listUnmailed(cx, { from: now, to: now + 9, afterId: "r0", limit: 10 }),
})
