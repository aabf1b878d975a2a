import { z } from "zod"

/** The argument that every write takes beside those of its action. */
export const idempotencyKey = z
  .string()
  .regex(/^[\w.:-]{1,64}$/, "must be 1 to 64 letters, digits, or any of _ . : -")
  .optional()
  .describe(
    "Makes this call safe to repeat: for 24 hours the same key with the same arguments gives the first answer and does nothing again. A refused call does not use it up. Choose a new key for each new thing, such as a random UUID.",
  )
