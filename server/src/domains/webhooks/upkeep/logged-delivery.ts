import { z } from "zod"
import type { LoggedDelivery, listTries } from "./delivery-log-store.ts"

export const deliveryOutcome = z.enum(["delivered", "failed", "waiting"])

/** A delivery in the list. Times are epoch milliseconds. */
export const loggedDelivery = z.object({
  id: z.string().describe("The event's."),
  type: z.string(),
  subject: z.string(),
  sequence: z.string(),
  occurredAt: z.int(),
  outcome: deliveryOutcome,
  tries: z.int().describe("By the schedule, without those that members asked for."),
  dueAt: z.int().nullable().describe("When it is tried next. Null if it ended, or waits for an earlier one."),
  endedAt: z.int().nullable(),
  againAt: z.int().nullable().describe("When a member asked to send it again, until that was done."),
  last: z
    .object({ at: z.int(), status: z.int().nullable(), fault: z.string().nullable() })
    .nullable()
    .describe("The last try."),
})

export type Try = Awaited<ReturnType<typeof listTries>>[number]

export function toLogged(row: LoggedDelivery, tries: readonly Try[]): z.output<typeof loggedDelivery> {
  const last = tries.at(-1)
  return {
    ...{ id: row.event_id, type: row.type, subject: row.subject, sequence: `${row.seq}.${row.nth}` },
    ...{ occurredAt: row.occurred_at, outcome: row.outcome ?? "waiting", tries: row.tries },
    ...{ dueAt: row.due_at, endedAt: row.ended_at, againAt: row.again_at },
    last: last ? { at: last.began_at, status: last.status, fault: last.fault } : null,
  }
}
