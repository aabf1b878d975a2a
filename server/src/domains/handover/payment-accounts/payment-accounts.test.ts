import assert from "node:assert/strict"
import { test } from "node:test"
import type { Context } from "#access/context.ts"
import type { ProcessorAccount } from "#adapters/payments/port.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { world } from "#test/support/worlds/world.ts"
import { findSellerProcessorAccounts } from "../seller-processor-account-store.ts"
import { chooseProcessorAccount } from "../selling.ts"
import { listPaymentAccounts } from "./list-payment-accounts.ts"
import { findPaymentAccount } from "./payment-account.ts"
import { removePaymentAccount } from "./remove-payment-account.ts"
import { setPaymentAccount } from "./set-payment-account.ts"

/** The processor account that the workspace's next sale is charged on. */
async function chargedOn(cx: Context, workspaceId: WorkspaceId): Promise<ProcessorAccount | undefined> {
  const chosen = chooseProcessorAccount(cx, await findSellerProcessorAccounts(cx, workspaceId))
  return "id" in chosen ? findPaymentAccount(cx, chosen.id) : undefined
}

const keysOf = (name: string) => ({ secretKey: `sk_test_51${name}Secret`, publishableKey: `pk_test_51${name}Public` })
const webhookSecret = "whsec_abcdefghijklmnop"

onBothDatabases("sales are charged on the workspace's own account once its webhook secret is set", async (t, kind) => {
  const { act, cx, workspaceId, sandbox } = await world(t, kind)
  sandbox.planFault({ operation: "makeHook", kind: "forbidden" })
  assert.deepEqual(await chargedOn(cx, workspaceId), { id: "installation" })

  const waiting = await act("admin", setPaymentAccount, keysOf("Ada"))
  assert.equal(waiting.state, "waiting")
  assert.equal(waiting.isLive, false)
  assert.equal(waiting.webhookUrl, `http://localhost:3000/webhooks/sandbox/${waiting.id}`)
  assert.deepEqual(await chargedOn(cx, workspaceId), { id: "installation" })
  assert.equal(await findPaymentAccount(cx, waiting.id), undefined)

  const ready = await act("admin", setPaymentAccount, { id: waiting.id, webhookSecret })
  const webhook = { madeBy: "seller", seenAt: null, isSilent: false, fault: null }
  assert.deepEqual(ready, { ...waiting, state: "ready", webhook })
  const processorAccount = { id: waiting.id, ...keysOf("Ada"), webhookSecret }
  assert.deepEqual(await chargedOn(cx, workspaceId), processorAccount)
  assert.deepEqual(await findPaymentAccount(cx, waiting.id), processorAccount)
})

onSqlite("a webhook that the processor did not answer about is made a minute later", async (t, kind) => {
  const { act, app, clock, sandbox } = await world(t, kind)
  sandbox.planFault({ operation: "makeHook", kind: "timeout" })
  const { id } = await act("admin", setPaymentAccount, keysOf("Ada"))
  const hookOf = async () => {
    const [paymentAccount] = (await act("admin", listPaymentAccounts, {})).items
    return [paymentAccount?.id, paymentAccount?.state]
  }

  clock.advance(60_000 - 1)
  await runDueJobs(app, jobs)
  assert.deepEqual(await hookOf(), [id, "waiting"])
  clock.advance(1)
  await runDueJobs(app, jobs)
  assert.deepEqual(await hookOf(), [id, "ready"])
})

onBothDatabases("no key is stored in the clear or shown again", async (t, kind) => {
  const { act, cx } = await world(t, kind)
  const answer = await act("admin", setPaymentAccount, { ...keysOf("Ada"), webhookSecret })

  const stored = await cx.db.selectFrom("payment_accounts").selectAll().execute()
  const listed = await act("admin", listPaymentAccounts, {})

  assert.equal(listed.items.length, 1)
  assert.doesNotMatch(JSON.stringify([answer, stored, listed]), /sk_test|whsec/)
})

onSqlite("new keys of an account replace the old ones", async (t, kind) => {
  const { act, cx, workspaceId } = await world(t, kind)
  const { id } = await act("admin", setPaymentAccount, { ...keysOf("Ada"), webhookSecret })

  await act("admin", setPaymentAccount, { id, secretKey: "rk_test_51AdaRolledOver" })

  const processorAccount = await chargedOn(cx, workspaceId)
  assert.deepEqual(processorAccount, { id, ...keysOf("Ada"), secretKey: "rk_test_51AdaRolledOver", webhookSecret })
})

onSqlite("another account replaces the first, whose sales can still be refunded", async (t, kind) => {
  const { act, cx, workspaceId } = await world(t, kind)
  const first = await act("admin", setPaymentAccount, { ...keysOf("One"), webhookSecret })
  const second = await act("admin", setPaymentAccount, { ...keysOf("Two"), webhookSecret })

  assert.equal((await chargedOn(cx, workspaceId))?.id, second.id)
  assert.equal((await findPaymentAccount(cx, first.id))?.id, first.id)
  assert.deepEqual((await act("admin", listPaymentAccounts, {})).items, [second])
  await assert.rejects(act("admin", setPaymentAccount, { id: first.id, webhookSecret }), { code: "not_found" })

  await act("admin", removePaymentAccount, { id: second.id })
  assert.deepEqual(await chargedOn(cx, workspaceId), { id: "installation" })
  await assert.rejects(act("admin", removePaymentAccount, { id: second.id }), { code: "not_found" })
})

onBothDatabases("of accounts that are set in parallel one is active", async (t, kind) => {
  const { act, cx } = await world(t, kind)

  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      act("admin", setPaymentAccount, { ...keysOf(`No${index}`), webhookSecret }),
    ),
  )

  const rows = await cx.db.selectFrom("payment_accounts").select("disabled_at").execute()
  assert.equal(rows.length, 8)
  assert.equal(rows.filter((row) => row.disabled_at === null).length, 1)
})

onSqlite("another workspace's account does not exist", async (t, kind) => {
  const { act, cx, workspaceId } = await world(t, kind)
  const { id } = await act("admin", setPaymentAccount, { ...keysOf("Ada"), webhookSecret })

  await assert.rejects(act("stranger", setPaymentAccount, { id, ...keysOf("Eve") }), {
    code: "not_found",
  })
  await assert.rejects(act("stranger", removePaymentAccount, { id }), { code: "not_found" })
  assert.deepEqual((await act("stranger", listPaymentAccounts, {})).items, [])
  assert.equal((await chargedOn(cx, workspaceId))?.id, id)
})

onSqlite("an unknown account is not found, also with a malformed id", async (t, kind) => {
  const { cx } = await world(t, kind)

  for (const id of ["", "processor_none", "a\u0000b", "%"]) assert.equal(await findPaymentAccount(cx, id), undefined)
})

test("payment accounts are for admins", async (t) => {
  const { act, callers } = await world(t)

  for (const caller of [callers.member, callers.viewer]) {
    await assert.rejects(act(caller, setPaymentAccount, keysOf("Ada")), { code: "workspace_forbidden" })
    await assert.rejects(act(caller, removePaymentAccount, { id: "x" }), { code: "workspace_forbidden" })
    await assert.rejects(act(caller, listPaymentAccounts, {}), { code: "workspace_forbidden" })
  }
})

test("keys that cannot belong together are refused, and no refusal repeats a key", async (t) => {
  const { act } = await world(t)
  const live = { secretKey: "sk_live_51AdaSecret", publishableKey: "pk_live_51AdaPublic" }
  const { id } = await act("admin", setPaymentAccount, keysOf("Ada"))

  for (const input of [
    {},
    { secretKey: live.secretKey },
    { ...live, secretKey: keysOf("Ada").secretKey },
    { secretKey: live.publishableKey, publishableKey: live.secretKey },
    { ...live, webhookSecret: "sk_live_51AdaSecret" },
    { id, ...live },
    { id, secretKey: live.secretKey },
    { ...live, webhookSecret: "whsec_test_51AdaSecret" },
    { id, webhookSecret: "whsec_live_51AdaSecret" },
  ]) {
    const refusal = await act("admin", setPaymentAccount, input).catch((error) => error)
    assert.match(refusal.code, /^(invalid_request|conflict)$/, JSON.stringify(input))
    assert.doesNotMatch(`${refusal.message} ${refusal.hint}`, /_51Ada/)
  }
})
