import type { Inside } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import { newId } from "#kernel/ids.ts"
import { insertMember, type World } from "../worlds/world.ts"
import { insertPurchase, offerOnSale } from "./shop.ts"

/** Causes one round of mails that go to several readers. */
type Cause = (studio: World) => Promise<unknown>

const inside = (studio: World, work: (cx: Inside) => Promise<unknown>) =>
  studio.app.database.transaction((db) => work({ db, now: studio.clock.now }))

const sell = async (studio: World) => insertPurchase(studio, await offerOnSale(studio))

/** Each kind of job whose mails go to several readers: a way to cause it, and who reads them. */
export const loops: Record<string, { readers: "owners" | "operators"; cause: Cause }> = {
  "mail-seller": {
    readers: "owners",
    cause: (studio) => announce(studio, "sold"),
  },
  "mail-seller of a dispute": { readers: "owners", cause: (studio) => announce(studio, "disputed") },
  "mail-sales": {
    readers: "owners",
    cause: async (studio) => {
      const { id: purchase_id, workspace_id } = await sell(studio)
      const windowAt = studio.clock.now()
      const notice = { purchase_id, workspace_id, window_at: windowAt, notified_at: null, created_at: windowAt }
      await inside(studio, async (cx) => {
        await cx.db.insertInto("sale_notices").values(notice).execute()
        await enqueue(cx, "mail-sales", { payload: { workspaceId: workspace_id, windowAt } })
      })
    },
  },
  "mail-unclear-money": { readers: "owners", cause: (studio) => owe(studio, true) },
  "mail-unclear-money of the installation": { readers: "operators", cause: (studio) => owe(studio, false) },
  "mail-silent-hook": {
    readers: "operators",
    cause: (studio) =>
      inside(studio, (cx) =>
        enqueue(cx, "mail-silent-hook", { payload: { processorAccount: "installation", at: cx.now() } }),
      ),
  },
  "mail-payment-account": { readers: "owners", cause: (studio) => stopAccount(studio, true) },
  "mail-payment-account of the installation": { readers: "operators", cause: (studio) => stopAccount(studio, false) },
  "mail-workspace": {
    readers: "owners",
    cause: ({ workspaceId, ...studio }) =>
      inside({ workspaceId, ...studio }, (cx) =>
        enqueue(cx, "mail-workspace", {
          payload: { workspaceId, event: "trashed", byAccountId: "account_gone", at: cx.now() },
        }),
      ),
  },
  "mail-short-keys": {
    readers: "operators",
    cause: (studio) =>
      inside(studio, (cx) => enqueue(cx, "mail-short-keys", { payload: { given: 900_000, inAll: 1_000_000 } })),
  },
  "mail-reports": {
    readers: "operators",
    cause: (studio) => {
      studio.clock.advance(2 * 3_600_000) // the last mail about reports may be an hour old
      const { workspaceId: workspace_id } = studio
      return inside(studio, async (cx) => {
        await cx.db
          .insertInto("abuse_reports")
          .values({
            ...{ id: newId("report"), subject_kind: "workspace", subject_id: workspace_id, workspace_id },
            ...{ seen_as: "workspace", reason: "phishing", words: null, email: null, created_at: cx.now() },
          })
          .execute()
        await enqueue(cx, "mail-reports", { payload: {} })
      })
    },
  },
  "mail-suspension": {
    readers: "owners",
    cause: (studio) => {
      const [id, { workspaceId: workspace_id }] = [newId("suspension"), studio]
      return inside(studio, async (cx) => {
        await cx.db
          .insertInto("suspensions")
          .values({
            ...{ id, subject_kind: "link", subject_id: "link_gone", workspace_id, reason: "phishing" },
            ...{ suspended_by: "account_1", created_at: cx.now(), lifted_at: cx.now() },
          })
          .execute()
        await enqueue(cx, "mail-suspension", { payload: { suspensionId: id, isLifted: false } })
      })
    },
  },
}

async function announce(studio: World, event: "sold" | "disputed"): Promise<void> {
  const { id: purchaseId } = await sell(studio)
  await inside(studio, (cx) => enqueue(cx, "mail-seller", { payload: { purchaseId, event } }))
}

async function owe(studio: World, isOwn: boolean): Promise<void> {
  const workspaceId = isOwn ? studio.workspaceId : null
  const id = newId("unclear")
  await inside(studio, async (cx) => {
    await cx.db
      .insertInto("unclear_money")
      .values({
        ...{ id, workspace_id: workspaceId, processor_account: "installation", checkout_session_id: id },
        ...{ amount_cents: 900, currency: "usd", reason: "Paid twice", refund_tries: 0, created_at: cx.now() },
      })
      .execute()
    await enqueue(cx, "mail-unclear-money", { payload: { workspaceId } })
  })
}

async function stopAccount(studio: World, isOwn: boolean): Promise<void> {
  const workspaceId = isOwn ? studio.workspaceId : null
  await inside(studio, (cx) => {
    const payload = { processorAccount: "installation", workspaceId, state: "stopped", at: cx.now() } as const
    return enqueue(cx, "mail-payment-account", { payload })
  })
}

/** Leaves `count` owners and no admin in the workspace. Returns the addresses of the owners. */
export async function onlyOwners({ app, workspaceId }: World, count: number): Promise<string[]> {
  await app.database.transaction((db) =>
    db.deleteFrom("members").where("workspace_id", "=", workspaceId).where("role", "=", "admin").execute(),
  )
  const addresses = ["owner@studio.example"]
  for (let more = 1; more < count; more += 1) {
    await insertMember(app, { workspaceId, slug: `studio${more}` }, "owner")
    addresses.push(`owner@studio${more}.example`)
  }
  return addresses
}
