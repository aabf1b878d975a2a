import { z } from "zod"
import { levels } from "../effective-level.ts"

export const toolServer = z.object({ name: z.string(), host: z.string() }).nullable()

/** A tool as it is for one person. */
export const ownTool = z.object({
  name: z.string(),
  title: z.string(),
  kind: z.enum(["read", "write"]),
  server: toolServer,
  digest: z.string(),
  level: z.enum(levels),
  why: z.string(),
  most: z.enum(levels).describe("The highest that the person may choose."),
  whyNotMore: z.string(),
  choice: z.object({ level: z.enum(["ask", "always"]), expiresAt: z.int() }).nullable(),
})

/** What was used of what there may be, in tokens; in millionths of a dollar where the operator named prices. */
export const spent = z.object({ tokens: z.int(), most: z.int(), micros: z.int().nullable() })

const numbers = { keptDays: z.int(), memberDailyTokens: z.int(), monthlyTokens: z.int() }

/** What owners decide; null where it is as the installation has it, which is `usual`. */
export const ownSettings = z.object({
  keptDays: z.int().nullable(),
  memberDailyTokens: z.int().nullable(),
  monthlyTokens: z.int().nullable(),
  hasModelKey: z.boolean(),
  takesKey: z.boolean().describe("Whether a model is connected that a key could be for, and sent to unread."),
  usual: z.object(numbers),
})
