import { z } from "zod"

/** The argument that every write takes beside those of its action. */
export const idempotencyKey = z
  .string()
  .regex(/^[\w.:-]{1,64}$/, "must be 1 to 64 letters, digits, or any of _ . : -")
  .optional()
  .describe(
    "Makes it safe to repeat this call when its answer was lost: for 24 hours the same key with the same arguments does nothing again and gives the first answer; a refused call does not use it up. Choose a new key for each new thing, such as a random UUID. 1 to 64 letters, digits, or any of _ . : -",
  )
