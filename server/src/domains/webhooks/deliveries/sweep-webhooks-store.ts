import { sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { retain } from "#access/retention-store.ts"
import { dayMs, minuteMs } from "#kernel/time/units.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { sameWorkspace } from "#storage/own-row.ts"
import { isReachable } from "#storage/reachable.ts"
import { type EndpointRow, isSendable, missedMs } from "../endpoints/index.ts"
import { type DueDelivery, withEvents } from "./due-store.ts"

const answersKeptMs = 7 * dayMs

/** Endpoints that work and have been waiting since `until` for a run that sends. */
export function listForgotten(cx: Reading, until: number, limit: number): Promise<EndpointRow[]> {
  return cx.db
    .selectFrom("webhook_endpoints as endpoint")
    .innerJoin("workspaces", "workspaces.id", "endpoint.workspace_id")
    .selectAll("endpoint")
    .where("endpoint.disabled_at", "is", null)
    .where(isReachable)
    .where((row) => row.or([row("leased_until", "is", null), row("leased_until", "<=", cx.now())]))
    .where((row) => row.or([row("rests_until", "is", null), row("rests_until", "<=", until)]))
    .where(({ exists, or, selectFrom }) => {
      const waits = (column: "due_at" | "again_at") =>
        selectFrom("webhook_deliveries")
          .select("webhook_deliveries.seq")
          .whereRef("webhook_deliveries.workspace_id", "=", "endpoint.workspace_id")
          .whereRef("webhook_deliveries.endpoint_id", "=", "endpoint.id")
          .where(column, "is not", null)
          .where(column, "<=", until)
          .where(isSendable)
      return or([exists(waits("due_at")), exists(waits("again_at"))])
    })
    .limit(limit)
    .execute()
}

/** Workspaces with events from before `until` behind the cursor of an endpoint that works. */
export async function listUnheard(cx: Reading, until: number, limit: number): Promise<WorkspaceId[]> {
  const rows = await cx.db
    .selectFrom("webhook_endpoints as endpoint")
    .innerJoin("workspaces", "workspaces.id", "endpoint.workspace_id")
    .select("endpoint.workspace_id")
    .distinct()
    .where("endpoint.disabled_at", "is", null)
    .where("workspaces.deleted_at", "is", null)
    .where(
      sql<boolean>`exists (select 1 from events where events.workspace_id = endpoint.workspace_id
        and (events.seq, events.nth) > (endpoint.cursor_seq, endpoint.cursor_nth) and occurred_at <= ${until}
        and (endpoint.confirmed_at is not null or only_for = endpoint.id))`,
    )
    .limit(limit)
    .execute()
  return rows.map(({ workspace_id }) => workspace_id)
}

/** Endpoints of workspaces in the trash. */
export function listTrashedEndpoints(cx: Reading, limit: number): Promise<EndpointRow[]> {
  return cx.db
    .selectFrom("webhook_endpoints as endpoint")
    .innerJoin("workspaces", "workspaces.id", "endpoint.workspace_id")
    .selectAll("endpoint")
    .where("workspaces.deleted_at", "is not", null)
    .limit(limit)
    .execute()
}

/** Endpoints with open deliveries, after an id. */
export function listBusyEndpoints(cx: Reading, after: string, limit: number): Promise<EndpointRow[]> {
  return cx.db
    .selectFrom("webhook_endpoints as endpoint")
    .selectAll("endpoint")
    .where("endpoint.id", ">", after)
    .where("endpoint.confirmed_at", "is not", null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("webhook_deliveries as open")
          .select("open.seq")
          .whereRef("open.workspace_id", "=", "endpoint.workspace_id")
          .whereRef("open.endpoint_id", "=", "endpoint.id")
          .where("open.ended_at", "is", null),
      ),
    )
    .orderBy("endpoint.id")
    .limit(limit)
    .execute()
}

/** Open deliveries of events older than 30 days for which newer events of the subject wait. */
export function listOldHolders(cx: Reading, limit: number): Promise<Omit<DueDelivery, "data">[]> {
  return withEvents(cx)
    .where("events.occurred_at", "<=", cx.now() - missedMs)
    .where("holds_more", "=", 1)
    .where("ended_at", "is", null)
    .limit(limit)
    .execute()
}

/** Deletes events of more than 30 days with their deliveries. Returns how many. */
export async function deleteOldEvents(cx: Inside, limit: number): Promise<number> {
  const old = await cx.db
    .selectFrom("events")
    .select(["workspace_id", "seq", "nth"])
    .where("occurred_at", "<=", cx.now() - missedMs)
    .orderBy("occurred_at")
    .limit(limit)
    .execute()
  for (const { workspace_id, seq, nth } of old) {
    const own = cx.db.selectFrom("webhook_endpoints").select("id").where("workspace_id", "=", workspace_id)
    await cx.db
      .deleteFrom("webhook_deliveries")
      .where("workspace_id", "=", workspace_id)
      .where("endpoint_id", "in", own)
      .where("seq", "=", seq)
      .where("nth", "=", nth)
      .execute()
    await cx.db
      .deleteFrom("events")
      .where("workspace_id", "=", workspace_id)
      .where("seq", "=", seq)
      .where("nth", "=", nth)
      .execute()
  }
  return old.length
}

const attemptsUntil = (cx: Inside, until: number, limit: number) =>
  cx.db
    .selectFrom("webhook_attempts")
    .select(["workspace_id", "id"])
    .where("began_at", "<=", until)
    .orderBy("began_at")
    .limit(limit)

export const webhookRetention = [
  retain(
    { table: "webhook_attempts", keys: ["workspace_id", "id"], time: "began_at" },
    {
      ms: missedMs,
      note: "the text of the response is kept a week; deleted with its endpoint; ten for each delivery at the most, and one each time that a member sends it again",
    },
  ),
]

/** Forgets the texts of responses of more than a week. */
export async function forgetOldAnswers(cx: Inside, limit: number): Promise<number> {
  const old = attemptsUntil(cx, cx.now() - answersKeptMs, limit)
    .where("answer", "is not", null)
    .$asTuple("workspace_id", "id")
  const forgotten = await cx.db
    .updateTable("webhook_attempts")
    .set({ answer: null })
    .where(({ eb, refTuple }) => eb(refTuple("workspace_id", "id"), "in", old))
    .executeTakeFirst()
  return Number(forgotten.numUpdatedRows)
}

/** Forgets secrets that a rotation replaced a day ago or earlier. */
export async function forgetOldSecrets(cx: Inside): Promise<void> {
  await cx.db
    .updateTable("webhook_endpoints")
    .set({ old_secret_sealed: null, old_until: null })
    .where("old_until", "<=", cx.now())
    .execute()
}

/** Workspaces with an endpoint that was switched off by `until`. */
export async function listLongOff(cx: Reading, until: number): Promise<WorkspaceId[]> {
  const rows = await cx.db
    .selectFrom("webhook_endpoints as endpoint")
    .innerJoin("workspace_clocks as clock", "clock.workspace_id", "endpoint.workspace_id")
    .select("endpoint.workspace_id")
    .distinct()
    .where("endpoint.disabled_at", "<=", until)
    .where("clock.wanted", "is not", null)
    .limit(200)
    .execute()
  return rows.map(({ workspace_id }) => workspace_id)
}

/** How many deliveries have been due for a minute, of endpoints that work. */
export async function countLateWebhooks(cx: Reading): Promise<number> {
  const { late } = await cx.db
    .selectFrom("webhook_endpoints as endpoint")
    .innerJoin("workspaces", "workspaces.id", "endpoint.workspace_id")
    .innerJoin("webhook_deliveries as due", sameWorkspace("due.endpoint_id", "endpoint.id"))
    .select((row) => row.fn.countAll().as("late"))
    .where("endpoint.disabled_at", "is", null)
    .where(isReachable)
    .where("due.due_at", "is not", null)
    .where("due.due_at", "<=", cx.now() - minuteMs)
    .executeTakeFirstOrThrow()
  return Number(late)
}
