import assert from "node:assert/strict"
import { test } from "node:test"
import type { WorkspaceAction } from "#access/action.ts"
import { anonymous } from "#access/context.ts"
import type { Scope } from "#access/scopes.ts"
import { world } from "#test/support/worlds/world.ts"
import * as handover from "./index.ts"

const isWorkspaceAction = (value: unknown): value is WorkspaceAction =>
  typeof value === "object" && value !== null && "access" in value && value.access === "workspace"

const sellerActions = Object.entries<unknown>(handover).flatMap(([name, value]) =>
  isWorkspaceAction(value) ? [{ name, action: value }] : [],
)

test("every seller's action refuses strangers to the workspace before it reads its input", async (t) => {
  const { act, app, callers, workspaceId } = await world(t)
  const { owner } = callers
  assert.equal(owner.kind, "person")
  const agent = { kind: "connection", accountId: owner.accountId, grantId: "grant_1" } as const
  const connection = { ...agent, scopes: new Set<Scope>(), workspace: { workspaceId } }
  const elsewhere = { ...owner, workspaceSlug: "elsewhere" }
  assert.equal(sellerActions.length, 36)

  for (const { name, action } of sellerActions) {
    await assert.rejects(act(anonymous, action, null), { code: "invalid_token" }, name)
    await assert.rejects(act(connection, action, null), { code: "insufficient_scope" }, name)
    await assert.rejects(act(elsewhere, action, null), { code: "workspace_forbidden" }, name)
  }
  await app.database.transaction((db) => db.deleteFrom("members").where("account_id", "=", owner.accountId).execute())
  for (const { name, action } of sellerActions) {
    await assert.rejects(act(owner, action, null), { code: "workspace_forbidden" }, name)
  }
})

test("actions that move money or give goods away need an admin", () => {
  const forAdmins = sellerActions.filter(({ action }) => action.role === "admin").map(({ name }) => name)

  assert.deepEqual(forAdmins.sort(), [
    ...["createGiftCode", "createGiftCodes", "disableGiftCode", "getOwnGiftCode", "listGiftCodes"],
    ...[
      "listOwnUnclearMoney",
      "listPaymentAccounts",
      "makePaymentHook",
      "refundPurchase",
      "removePaymentAccount",
      "restoreDelivery",
      "revokeDelivery",
      "setPaymentAccount",
    ],
    ...["settleOwnUnclearMoney", "testPaymentAccount"],
  ])
})
