import { z } from "zod"

/** A person's own data, as they see them. */
export const profile = z.object({
  email: z.string(),
  name: z.string().nullable().describe("What other members of a workspace see; null when none was given."),
})
