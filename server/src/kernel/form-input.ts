import { z } from "zod"
import { cleanText } from "./clean-text.ts"

/**
 * An id that somebody sends. What cannot be one of ours becomes the empty id, which names nothing: so it is refused as
 * any unknown one is, and PostgreSQL, which takes no NUL in a text, is never asked for it.
 */
export const idInput = z
  .string()
  .max(2_000)
  .transform((text) => (/^[\w-]*$/.test(text) ? text : ""))

/** A name that people see, 1 to 80 characters on one line, without controls. */
export const nameInput = z
  .string()
  .max(2_000)
  .transform((text) => cleanText(text, 80))
  .refine((text) => text !== "", "needs at least one character that can be seen")
