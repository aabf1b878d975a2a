import { z } from "zod"
import { levels } from "../effective-level.ts"

export const shownToolServer = z.object({ name: z.string(), host: z.string() }).nullable()

export const ownTool = z.object({
  name: z.string(),
  title: z.string(),
  kind: z.enum(["read", "write"]),
  server: shownToolServer,
  digest: z.string(),
  level: z.enum(levels),
  why: z.string(),
  most: z.enum(levels).describe("The highest that the person may choose."),
  limitReason: z.string(),
  choice: z.object({ level: z.enum(["ask", "always"]), expiresAt: z.int() }).nullable(),
})

/** `micros` is the cost in millionths of a dollar, where the operator set prices. */
export const spent = z.object({ tokens: z.int(), most: z.int(), micros: z.int().nullable() })

const numbers = { keptDays: z.int(), memberDailyTokens: z.int(), monthlyTokens: z.int(), silenceSeconds: z.int() }

/** The owner's settings; null stands for the installation's default, which is in `usual`. */
export const ownSettings = z.object({
  keptDays: z.int().nullable(),
  memberDailyTokens: z.int().nullable(),
  monthlyTokens: z.int().nullable(),
  silenceSeconds: z.int().nullable().describe("How long the model may be silent before it is given up."),
  hasModelKey: z.boolean(),
  takesKey: z.boolean().describe("Whether a model is connected that a key could be for, and sent to unread."),
  usual: z.object(numbers),
})
