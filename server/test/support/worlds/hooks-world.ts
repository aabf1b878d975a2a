import type { TestContext } from "node:test"
import { noteEvent } from "#changes/note-event.ts"
import { changeEndpoint, fanOutEvents, makeEndpoint, testEndpoint } from "#domains/webhooks/index.ts"
import { webhookEvents } from "#domains/webhooks/webhook-events.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { DatabaseKind } from "../databases/test-databases.ts"
import { type HookReceiver, hookReceiver } from "../stand-ins/hook-receiver.ts"
import { type World, type WorldOptions, world } from "./world.ts"

export interface HooksWorld extends World {
  receiver: HookReceiver
  /** Makes an endpoint, at the receiver by default. */
  make(wish?: { url?: string; types?: string[] }): Promise<{ id: string; secret: string; publicKey: string }>
  /** Makes an endpoint that got its first test. */
  confirmed(wish?: { url?: string; types?: string[] }): Promise<{ id: string; secret: string; publicKey: string }>
  /** Notes an event `webhook.test` for one endpoint, as the test button does. */
  test(endpointId: string): Promise<void>
  /** Stores an event that every endpoint of the workspace gets which wants all types. */
  happen(subject: string, n?: number, workspaceId?: WorkspaceId): Promise<void>
  /** Stores events as so many transactions would, numbered from 0 in their data, each of the subject of its number. */
  happenMany(count: number, subjectOf: (n: number) => string): Promise<void>
  /** Fans out, and runs all jobs that are due. */
  settle(): Promise<void>
}

/** A world with one receiver of webhooks. */
export async function hooksWorld(t: TestContext, kind?: DatabaseKind, options: WorldOptions = {}): Promise<HooksWorld> {
  const receiver = await hookReceiver(t)
  const studio = await world(t, kind, { ...options, receivers: [receiver, ...(options.receivers ?? [])] })
  const { act, app, cx, workspaceId } = studio

  const at: HooksWorld = {
    ...studio,
    receiver,
    async make({ url = receiver.url, types = ["*"] } = {}) {
      const { endpoint, secret } = await act("admin", makeEndpoint, { url, types })
      return { id: endpoint.id, secret, publicKey: endpoint.publicKey }
    },
    async confirmed(wish) {
      const made = await at.make(wish)
      await at.test(made.id)
      await at.settle()
      receiver.hooks.length = 0
      return made
    },
    test: (id) =>
      cx.atomically(async (cx) => {
        const data = () => ({ message: "Hello." })
        noteEvent(cx, { workspaceId, type: webhookEvents.test, subject: id, data, onlyFor: id })
      }),
    happen: (subject, n = 0, of = workspaceId) =>
      cx.atomically(async (cx) => {
        const data = () => ({ message: String(n) })
        noteEvent(cx, { workspaceId: of, type: webhookEvents.test, subject, data })
      }),
    happenMany: (count, subjectOf) => storeMany(studio, count, subjectOf),
    async settle() {
      await fanOutEvents(cx, { workspaceId })
      await runDueJobs(app, jobs)
    },
  }
  return at
}

/** A world with a second receiver, to which an endpoint can move. */
export async function movingWorld(t: TestContext, kind: DatabaseKind) {
  const second = await hookReceiver(t)
  const at = await hooksWorld(t, kind, { receivers: [second] })
  const move = (id: string) => at.act("admin", changeEndpoint, { id, url: second.url })
  const sendTest = (id: string) => at.act("admin", testEndpoint, { id, type: "webhook.test" })
  return { ...at, second, move, sendTest }
}

/** Counts the open deliveries of a subject. */
export async function countOpen({ app }: HooksWorld, subject: string): Promise<number> {
  const open = app.database.read.selectFrom("webhook_deliveries").selectAll().where("ended_at", "is", null)
  return (await open.where("subject", "=", subject).execute()).length
}

/** The numbers of a subject's events that the receiver got, each once, in order. */
export const gotOf = ({ receiver }: HooksWorld, subject: string): unknown[] => [
  ...new Set(receiver.hooks.filter((hook) => hook.subject === subject).map(({ body }) => JSON.parse(body).data.n)),
]

function storeMany({ app, workspaceId }: World, count: number, subjectOf: (n: number) => string): Promise<void> {
  return app.database.transaction(async (db) => {
    const { seq } = await db
      .updateTable("workspace_clocks")
      .set((row) => ({ seq: row("seq", "+", count) }))
      .where("workspace_id", "=", workspaceId)
      .returning("seq")
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: count }, (_, n) => ({
      ...{ id: `evt_${seq}_${n}`, workspace_id: workspaceId, seq: Number(seq) - count + 1 + n, nth: 0 },
      ...{ type: "webhook.test", subject: subjectOf(n), data: `{"n":${n}}`, only_for: null, occurred_at: app.now() },
    }))
    await db.insertInto("events").values(rows).execute()
  })
}
