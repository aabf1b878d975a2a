import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { limitHourly } from "#access/limits/hourly-limit.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { enqueue } from "#jobs/job-store.ts"
import { personEmail } from "#kernel/email-address.ts"
import { ServiceError } from "#kernel/error.ts"
import { newId } from "#kernel/ids.ts"
import { paragraphsInput } from "#kernel/line-input.ts"
import { reason } from "../subject.ts"
import { findAt } from "./find-at.ts"
import { insertReport } from "./report-store.ts"

const perHour = { hits: 20, sentence: "Too many reports were sent from your network in the last hour." }

export const longestReport = 2_000

/** The answer does not depend on earlier reports. Throws `not_found` when the address leads to nothing here. */
export const reportAbuse = publicAction({
  input: z.object({
    about: z.string().max(2_000).describe("The address of what is reported."),
    reason,
    words: paragraphsInput(longestReport).describe("What is wrong with it; at most 2,000 characters."),
    email: z.union([z.literal("").transform(() => undefined), personEmail]).describe("For an answer; may be empty."),
  }),
  output: z.object({}),
  async run(cx, { about, reason, words, email }) {
    const { network } = cx.exchange
    await limitHourly(cx, `reports:${network}`, perHour)
    const found = await findAt(cx, about)
    if (!found) throw nothingThere()
    await cx.atomically(async (cx) => {
      await insertReport(cx, { ...found, id: newId("report"), reason, words, email: email ?? null })
      await enqueue(cx, "mail-reports", { payload: {}, dedupeKey: "reports" })
    })
    recordSecurityEvent(cx, "abuse_reported", { workspaceId: found.workspace_id, reason, network })
    return {}
  },
})

const nothingThere = () =>
  new ServiceError("not_found", "We don't host anything at this address.", {
    hint: "Copy the full address from your browser.",
    field: "about",
  })
