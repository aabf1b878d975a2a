import { setTimeout as sleep } from "node:timers/promises"
import type { Member } from "../server/src/access/caller.ts"
import { perform, systemContext } from "../server/src/access/perform.ts"
import { openHooks } from "../server/src/adapters/hooks/hook-sender.ts"
import { fanOutEvents, makeEndpoint } from "../server/src/domains/webhooks/index.ts"
import { jobs } from "../server/src/engines/jobs/jobs.ts"
import { openWorker } from "../server/src/engines/jobs/worker.ts"
import type { RunningApp } from "../server/src/start/app.ts"
import { makeMember, openEmptyApp, personCaller } from "./in-process.ts"

export interface HooksGround {
  app: RunningApp
  member: Member
  urls: readonly string[]
}

/** A service in this process that sends as fast as it can to an endpoint at each address. */
export async function openHooksGround(urls: readonly string[], totalMs = 15_000): Promise<HooksGround> {
  const opened = await openEmptyApp({ SVC_WEBHOOKS: "loopback", SVC_LOG_LEVEL: "silent" })
  const options = { now: opened.now, isAllowed: () => true, mostPerSecond: Number.POSITIVE_INFINITY, totalMs }
  const app = { ...opened, hooks: openHooks({ hosts: "any", ...options }) }
  const member = { ...(await makeMember(app, "studio")), role: "admin" } as const
  await app.database.transaction((db) => db.updateTable("members").set({ role: "admin" }).execute())
  const caller = personCaller(member)
  for (const url of urls) await perform({ app, caller }, makeEndpoint, { url, types: ["*"] })
  await confirmAll(app)
  return { app, member, urls }
}

/** As the first tests would have done. */
async function confirmAll({ database }: RunningApp): Promise<void> {
  await database.transaction(async (db) => {
    const clock = await db.selectFrom("workspace_clocks").select("seq").executeTakeFirst()
    await db
      .updateTable("webhook_endpoints")
      .set({ confirmed_at: 1, since: clock?.seq ?? 0 })
      .execute()
    await db.updateTable("workspace_clocks").set({ wanted: "*" }).execute()
  })
}

/** Stores events as so many transactions would, each of its own subject. */
export async function storeWaitingEvents({ app, member }: HooksGround, count: number): Promise<void> {
  const { workspaceId } = member
  const clock = await app.database.read.selectFrom("workspace_clocks").select("seq").executeTakeFirstOrThrow()
  const data = JSON.stringify({ text: "x".repeat(400) })
  for (let at = 0; at < count; at += 2_000) {
    const rows = Array.from({ length: Math.min(2_000, count - at) }, (_, n) => {
      const seq = clock.seq + 1 + at + n
      const row = { id: `evt_${seq}`, workspace_id: workspaceId, seq, nth: 0, type: "link.created", subject: `s${seq}` }
      return { ...row, data, only_for: null, occurred_at: app.now() }
    })
    await app.database.transaction((db) => db.insertInto("events").values(rows).execute())
  }
  await app.database.transaction((db) =>
    db
      .updateTable("workspace_clocks")
      .set({ seq: clock.seq + count })
      .execute(),
  )
}

async function countAttempts({ app }: HooksGround, since: number): Promise<number> {
  const { count } = await app.database.read
    .selectFrom("webhook_attempts")
    .select((row) => row.fn.countAll().as("count"))
    .where("began_at", ">=", since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Sends `count` deliveries of what is stored. Returns deliveries per second. */
export async function drainHooks(ground: HooksGround, count: number): Promise<number> {
  const { app, member } = ground
  const since = app.now()
  const began = performance.now()
  const worker = openWorker(app, jobs)
  await fanOutEvents(systemContext(app), { workspaceId: member.workspaceId })
  while ((await countAttempts(ground, since)) < count) await sleep(20)
  const perSecond = (count / (performance.now() - began)) * 1_000
  await worker.drain()
  return perSecond
}
