import { z } from "zod"

/** What a person sees of themselves. */
export const profile = z.object({
  email: z.string(),
  name: z.string().nullable().describe("What other members of a workspace see; null when none was given."),
})
