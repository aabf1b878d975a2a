import { z } from "zod"
import { operatorAction } from "#domains/accounts/index.ts"
import { findTotal } from "#domains/drive/index.ts"
import { shortKeysInAll } from "#kernel/ids.ts"
import { countWaiting } from "./overview-store.ts"
import { areScarce } from "./warn-of-short-keys.ts"

/** Counts the open work of operators, and the assistant's use. */
export const getOperatorOverview = operatorAction({
  input: z.object({}),
  output: z.object({
    openReports: z.int(),
    suspensions: z.int().describe("Of links, offers and workspaces; those that were not lifted."),
    deadJobs: z.int(),
    unclearMoney: z.int().describe("Payments that need a decision."),
    workspaces: z.int(),
    storage: z
      .object({ usedBytes: z.int(), mostBytes: z.int().nullable().describe("Null where no ceiling is set.") })
      .describe("What all workspaces store together, as it was last counted."),
    shortKeys: z
      .object({
        given: z.int(),
        inAll: z.int(),
        areScarce: z.boolean().describe("At least 80 % are given away."),
      })
      .describe("The keys of pay links. None is ever given to a second offer."),
    assistant: z
      .object({
        isOn: z.boolean(),
        model: z.string().nullable().describe("Null while none is connected."),
        tokens: z.int().describe("Used today (UTC)."),
        most: z.int().describe("The daily limit."),
        micros: z.int().nullable().describe("What today's cost, in millionths of a dollar; null without prices."),
      })
      .describe("What the assistant used, in all workspaces together."),
  }),
  async run(cx) {
    const { readSpentHere } = await import("#domains/assistant/on-demand.ts")
    const [counts, spent, usedBytes] = await Promise.all([countWaiting(cx), readSpentHere(cx), findTotal(cx)])
    return {
      ...counts,
      storage: { usedBytes, mostBytes: cx.admission.storageBytes ?? null },
      shortKeys: {
        given: counts.shortKeys,
        inAll: shortKeysInAll,
        areScarce: areScarce(counts.shortKeys, shortKeysInAll),
      },
      assistant: {
        isOn: cx.assistant.isOn,
        model: cx.models.isModel && !cx.models.needsOwnKey ? cx.models.name : null,
        ...spent,
      },
    }
  },
})
