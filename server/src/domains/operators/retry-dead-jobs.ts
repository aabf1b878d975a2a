import { z } from "zod"
import { recordSecurityEvent } from "#access/security-event.ts"
import { operatorAction } from "#domains/accounts/index.ts"
import { listGivenUpOf, reviveJob } from "#jobs/given-up-store.ts"
import { announceJobs } from "#jobs/job-store.ts"

const atOnce = 500

/** Retries the jobs of one kind that were given up, with all their attempts, from now on: at most the 500 oldest. */
export const retryDeadJobs = operatorAction({
  input: z.object({ kind: z.string().min(1).max(64) }),
  output: z.object({
    retried: z.int().describe("The number of retried jobs, without those that were waiting."),
    isMore: z.boolean().describe("Whether there are more of this kind."),
  }),
  async run(cx, { kind }) {
    const { retried, isMore } = await cx.atomically(async (cx) => {
      announceJobs(cx)
      const dead = await listGivenUpOf(cx, kind, atOnce + 1)
      let retried = 0
      for (const { id } of dead.slice(0, atOnce)) if (await reviveJob(cx, id)) retried++
      return { retried, isMore: dead.length > atOnce }
    })
    recordSecurityEvent(cx, "job_retried", { accountId: cx.accountId, reason: kind, network: cx.network })
    return { retried, isMore }
  },
})
