import { type RawBuilder, sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import type { EraseStep } from "#access/domain-steps.ts"
import { retain } from "#access/retention-store.ts"
import type { MailFault } from "#adapters/mail/port.ts"
import type { MailReason } from "#contract/mail-reasons.ts"
import { dayMs } from "#kernel/time/units.ts"
import { emptiesSome } from "#storage/delete-rows.ts"
import { compilable, preparedWrite } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import { changesRow } from "#storage/whether.ts"

export type MailRow = Schema["mails"]

type NewMail = Pick<MailRow, "id" | "kind" | "job_id" | "workspace_id" | "about" | "address" | "bounce_token"> & {
  now: number
  /** 1 for a mail that is left out when the last mails to its address came back, otherwise 0. */
  may_stop: number
}

/** So many mails in a row that were refused or bounced stop those that can be switched off. */
export const mostInARow = 3

const lastOnes = (address: unknown): RawBuilder<number> => sql<number>`(
  select count(*) from (
    select state from mails as earlier
    where earlier.address = ${address} and earlier.state <> 'waiting' and earlier.forgiven_at is null
    order by earlier.tried_at desc limit ${sql.lit(mostInARow)}
  ) as latest where latest.state in ('refused', 'bounced'))`

const open = preparedWrite<NewMail, Pick<MailRow, "id">>((db, arg) =>
  compilable(
    db,
    sql`insert into mails
      (id, kind, job_id, workspace_id, about, address, bounce_token, state, tries, created_at, tried_at)
    select ${arg("id")}, ${arg("kind")}, ${arg("job_id")}, ${arg("workspace_id")}, ${arg("about")}, ${arg("address")},
      ${arg("bounce_token")}, 'waiting', 1, cast(${arg("now")} as bigint), cast(${arg("now")} as bigint)
    where cast(${arg("may_stop")} as integer) = 0 or ${lastOnes(arg("address"))} < ${sql.lit(mostInARow)}
    on conflict (id) do update set state = 'waiting', tries = mails.tries + 1, address = excluded.address,
      job_id = excluded.job_id, bounce_token = excluded.bounce_token, tried_at = excluded.tried_at, ended_at = null
    where mails.state in ('waiting', 'refused')
    returning id`,
  ),
)

export async function beginTry(cx: Inside, mail: Omit<NewMail, "now">): Promise<boolean> {
  return (await open(cx.db, { ...mail, now: cx.now() })).length > 0
}

const noAnswer = { reason: null, step: null, code: null, status: null, words: null } as const

const take = preparedWrite<{ id: string; now: number }, object>((db, arg) =>
  db
    .updateTable("mails")
    .set({ ...noAnswer, state: "taken", ended_at: arg("now"), notified_at: null })
    .where("id", "=", arg("id"))
    .where("state", "=", "waiting"),
)

export async function markTaken(cx: Inside, id: string): Promise<void> {
  await take(cx.db, { id, now: cx.now() })
}

export type MailAnswer = MailFault & { readonly reason: MailReason }

const columnsOf = ({ reason, step, code, status, words }: MailAnswer) => ({
  ...{ reason, step, code: code ?? null, status: status ?? null },
  words,
})

export async function noteAnswer(cx: Inside, id: string, answer: MailAnswer): Promise<void> {
  await cx.db.updateTable("mails").set(columnsOf(answer)).where("id", "=", id).where("state", "=", "waiting").execute()
}

export function refuseMail(cx: Inside, id: string, answer: MailAnswer): Promise<MailRow | undefined> {
  return cx.db
    .updateTable("mails")
    .set({ ...columnsOf(answer), state: "refused", ended_at: cx.now() })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .returningAll()
    .executeTakeFirst()
}

/** Ends the mails that a job leaves, with their last answer. There is none if the process ended at each try. */
export function refuseMailsOf(cx: Inside, jobId: string): Promise<MailRow[]> {
  return cx.db
    .updateTable("mails")
    .set(({ fn, val, ref }) => ({
      state: "refused",
      reason: fn.coalesce(ref("reason"), val<MailReason>("service")),
      ended_at: cx.now(),
    }))
    .where("job_id", "=", jobId)
    .where("state", "=", "waiting")
    .returningAll()
    .execute()
}

export function bounceMail(cx: Inside, id: string, answer: MailAnswer): Promise<MailRow | undefined> {
  return cx.db
    .updateTable("mails")
    .set({ ...columnsOf(answer), state: "bounced", ended_at: cx.now() })
    .where("id", "=", id)
    .where("state", "in", ["taken", "waiting"])
    .returningAll()
    .executeTakeFirst()
}

/** Marks that the sellers are notified of the end of a mail. False if they were. */
export function markNotified(cx: Inside, id: string): Promise<boolean> {
  return changesRow(
    cx.db.updateTable("mails").set({ notified_at: cx.now() }).where("id", "=", id).where("notified_at", "is", null),
  )
}

/** Notes why a taken mail is not delivered yet. */
export function noteDelay(cx: Inside, id: string, answer: MailAnswer): Promise<boolean> {
  return changesRow(cx.db.updateTable("mails").set(columnsOf(answer)).where("id", "=", id).where("state", "=", "taken"))
}

export async function findBouncedId(cx: Reading, token: string): Promise<string | undefined> {
  const row = await cx.db.selectFrom("mails").select("id").where("bounce_token", "=", token).executeTakeFirst()
  return row?.id
}

export async function forgive(cx: Inside, address: string): Promise<void> {
  await cx.db
    .updateTable("mails")
    .set({ forgiven_at: cx.now() })
    .where("address", "=", address)
    .where("state", "in", ["refused", "bounced"])
    .where("forgiven_at", "is", null)
    .execute()
}

export const forgetMails: EraseStep = async (cx, { email }) => {
  await cx.db.deleteFrom("mails").where("address", "=", email).execute()
}

export const mailRetention = [
  retain(
    { table: "mails", keys: ["id"], time: "created_at" },
    { ms: 90 * dayMs, note: "without the text of the mail. Erasing an account removes those to its address" },
  ),
]

export const emptyMails = [emptiesSome("mails")]
