import assert from "node:assert/strict"
import { test } from "node:test"
import type { PersonAction, WorkspaceAction } from "#access/action.ts"
import { anonymous, type Caller } from "#access/context.ts"
import type { Scope } from "#access/scopes.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { world } from "#test/support/worlds/world.ts"
import * as accounts from "../accounts/index.ts"
import * as workspaces from "./index.ts"

type Named = { name: string; action: WorkspaceAction | PersonAction }

function actionsOf(domain: Record<string, unknown>, access: "workspace" | "person"): Named[] {
  return Object.entries(domain).flatMap(([name, value]) => {
    const isOne = typeof value === "object" && value !== null && "access" in value && value.access === access
    return isOne ? [{ name, action: value as Named["action"] }] : []
  })
}

const inWorkspace = actionsOf(workspaces, "workspace")
const forConsole = [...inWorkspace, ...actionsOf({ ...accounts, ...workspaces }, "person")].filter(
  ({ action }) => action.scope === "console",
)

test("actions of pages are for signed-in people only: no connection may call them, whatever its scopes", async (t) => {
  const { act, callers, workspaceId } = await world(t)
  const { owner } = callers
  assert.equal(owner.kind, "person")
  const scopes = new Set<Scope>(["workspace:read", "links:write", "docs:write", "drive:write"])
  const agent: Caller = {
    kind: "connection",
    accountId: owner.accountId,
    grantId: "grant_1",
    scopes,
    workspace: { workspaceId },
  }
  assert.ok(forConsole.length >= 20)
  for (const { name, action } of forConsole) {
    await assert.rejects(act(anonymous, action, null), { code: "invalid_token" }, name)
    await assert.rejects(act(agent, action, null), { code: "insufficient_scope" }, name)
  }
})

test("every action in a workspace refuses strangers and former members before it reads its input", async (t) => {
  const { act, app, callers } = await world(t)
  const { owner } = callers
  assert.equal(owner.kind, "person")
  for (const { name, action } of inWorkspace) {
    const elsewhere = { ...owner, workspaceSlug: "elsewhere" }
    await assert.rejects(act(elsewhere, action, null), { code: "workspace_forbidden" }, name)
  }
  await app.database.transaction((db) => db.deleteFrom("members").where("account_id", "=", owner.accountId).execute())
  for (const { name, action } of inWorkspace) {
    await assert.rejects(act(owner, action, null), { code: "workspace_forbidden" }, name)
  }
})

onBothDatabases("an id with a NUL is not found, and in a name the NUL is dropped", async (t, kind) => {
  const { act } = await world(t, kind)
  const bad = "a\u0000b"
  const { endSession, removePasskey, renamePasskey, getSignIn, signInWithCode, editProfile } = accounts
  const { removeMember, revokeInvitation, removeDomain, createWorkspace, getInvitation } = workspaces
  const notFound = { code: "not_found" }
  await assert.rejects(act("owner", endSession, { id: bad }), notFound)
  await assert.rejects(act("owner", removePasskey, { id: bad }), notFound)
  await assert.rejects(act("owner", renamePasskey, { id: bad, name: "x" }), notFound)
  await assert.rejects(act(anonymous, getSignIn, { signInId: bad, browser: bad }), notFound)
  const guess = { signInId: bad, code: bad, browser: bad, userAgent: "" }
  await assert.rejects(act(anonymous, signInWithCode, guess), notFound)
  await assert.rejects(act("owner", removeMember, { accountId: bad }), notFound)
  await assert.rejects(act("owner", revokeInvitation, { id: bad }), notFound)
  await assert.rejects(act("owner", removeDomain, { id: bad }), notFound)
  await assert.rejects(act(anonymous, getInvitation, { token: bad }), notFound)

  assert.equal((await act("owner", editProfile, { name: bad })).name, "ab")
  const { name } = await act("owner", createWorkspace, { name: ` ${bad}\u202e `, slug: "nul-free" })
  assert.equal(name, "ab")
  await assert.rejects(act("owner", createWorkspace, { name: "\u0000", slug: "nul-free-2" }), {
    code: "invalid_request",
  })
})
