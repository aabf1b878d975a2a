import { z } from "zod"
import { type MailReason, mailReasonNames } from "#contract/mail-reasons.ts"
import { operatorAction } from "#domains/accounts/index.ts"
import { countWaitingMails, sumReasons } from "#domains/mails/index.ts"
import { hourMs } from "#kernel/time/units.ts"

/** Two tries of a mail are an hour apart at the most. */
const triedMs = 2 * hourMs

/** Counts the mails of the last 90 days that were refused or came back, by reason, and those that wait. */
export const getMailOverview = operatorAction({
  input: z.object({}),
  output: z.object({
    reasons: z.array(z.object({ reason: z.enum(mailReasonNames), count: z.int(), latestAt: z.int() })),
    waiting: z.object({
      count: z.int().describe("Mails that were tried and not taken yet."),
      oldestAt: z.int().nullable().describe("When the first try of the oldest one was."),
    }),
  }),
  async run(cx) {
    const reasons = (await sumReasons(cx)).toSorted((one, other) => other.count - one.count)
    return {
      reasons: reasons.map(({ reason, ...sum }) => ({ ...sum, reason: (reason ?? "other") as MailReason })),
      waiting: await countWaitingMails(cx, cx.now() - triedMs),
    }
  },
})
