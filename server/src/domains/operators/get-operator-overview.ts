import { z } from "zod"
import { operatorAction } from "#domains/accounts/index.ts"
import { countWaiting } from "./overview-store.ts"

/** Counts what needs somebody who runs the installation. */
export const getOperatorOverview = operatorAction({
  input: z.object({}),
  output: z.object({
    openReports: z.int(),
    suspensions: z.int().describe("Of links, offers and workspaces; those that were not lifted."),
    deadJobs: z.int(),
    unclearMoney: z.int().describe("Payments that somebody has to decide about."),
    workspaces: z.int(),
  }),
  run: countWaiting,
})
