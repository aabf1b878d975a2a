import { z } from "zod"
import { recordSecurityEvent } from "#access/security-event.ts"
import { operatorAction } from "#domains/accounts/index.ts"
import { reviveJob } from "#jobs/given-up-store.ts"
import { announceJobs } from "#jobs/job-store.ts"
import { conflict } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"

/** Retries a job that was given up, with all its attempts, from now on. */
export const retryDeadJob = operatorAction({
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    const isRevived = await cx.atomically(async (cx) => {
      announceJobs(cx)
      return reviveJob(cx, id)
    })
    if (!isRevived) throw notGivenUp()
    recordSecurityEvent(cx, "job_retried", { accountId: cx.accountId, reason: id, network: cx.network })
    return { id }
  },
})

const notGivenUp = () => conflict("This job no longer needs a retry.", "Reload the page.")
