import { sql } from "kysely"
import type { Reading } from "#access/context.ts"
import type { MailReason } from "#contract/mail-reasons.ts"
import type { JobKind } from "#jobs/jobs.ts"
import type { ListPart } from "#kernel/cursor.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { inOrder } from "#storage/in-order.ts"
import { findsRow } from "#storage/whether.ts"
import { type MailRow, mostInARow } from "./mail-store.ts"

export interface MailsAbout {
  kinds: readonly JobKind[]
  workspaceId: WorkspaceId | null
  abouts: readonly string[]
}

/** The latest mail of these kinds about each thing. */
export async function findLatestMails(
  cx: Reading,
  { kinds, workspaceId, abouts }: MailsAbout,
): Promise<ReadonlyMap<string, MailRow>> {
  if (abouts.length === 0) return new Map()
  const rows = await cx.db
    .selectFrom("mails")
    .selectAll()
    .where("workspace_id", workspaceId === null ? "is" : "=", workspaceId)
    .where("about", "in", abouts)
    .where("kind", "in", kinds)
    .orderBy("tried_at")
    .orderBy("created_at")
    .execute()
  return new Map(rows.map((row) => [row.about, row]))
}

/** The latest mails to an address that were taken, refused or bounced since it was forgiven. */
export function listLastEnded(cx: Reading, address: string): Promise<MailRow[]> {
  return cx.db
    .selectFrom("mails")
    .selectAll()
    .where("address", "=", address)
    .where("state", "!=", "waiting")
    .where("forgiven_at", "is", null)
    .orderBy("tried_at", "desc")
    .limit(mostInARow)
    .execute()
}

interface MailsSince {
  kind: JobKind
  workspaceId: WorkspaceId
  about: string
  since: number
}

export function isMailTaken(cx: Reading, { kind, workspaceId, about, since }: MailsSince): Promise<boolean> {
  return findsRow(
    cx.db
      .selectFrom("mails")
      .select("id")
      .where("workspace_id", "=", workspaceId)
      .where("about", "=", about)
      .where("kind", "=", kind)
      .where("state", "=", "taken")
      .where("ended_at", ">=", since),
  )
}

/** How many mails were refused or came back, by reason. */
export async function sumReasons(cx: Reading) {
  const rows = await cx.db
    .selectFrom("mails")
    .select(({ fn }) => ["reason", fn.countAll<number>().as("count"), fn.max("ended_at").as("latest_at")])
    .where("state", "in", ["refused", "bounced"])
    .groupBy("reason")
    .execute()
  return rows.map(({ reason, count, latest_at }) => ({ reason, count: Number(count), latestAt: Number(latest_at) }))
}

/** Mails that were tried since `from` and wait for their next try. Older ones have ended without being mailed. */
export async function countWaitingMails(
  cx: Reading,
  from: number,
): Promise<{ count: number; oldestAt: number | null }> {
  const { count, oldest } = await cx.db
    .selectFrom("mails")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min("created_at").as("oldest")])
    .where("state", "=", "waiting")
    .where("tried_at", ">=", from)
    .executeTakeFirstOrThrow()
  return { count: Number(count), oldestAt: oldest === null ? null : Number(oldest) }
}

/** Mails that were refused or came back, the latest first, one more than the limit. `id` is short, for cursors. */
export function listFailedRows(cx: Reading, { reason, ...part }: { reason: MailReason | undefined } & ListPart) {
  return cx.db
    .selectFrom((from) =>
      from
        .selectFrom("mails")
        .select(["kind", "address", "state", "reason", "step", "code", "status", "words", "tries", "created_at"])
        .select(["bounce_token as id", sql<number>`ended_at`.as("failed_at")])
        .where("state", "in", ["refused", "bounced"])
        .$if(reason !== undefined, (query) => query.where("reason", "=", reason ?? null))
        .as("failed"),
    )
    .selectAll()
    .$call(inOrder({ column: "failed_at", isDescending: true }, part))
    .execute()
}
