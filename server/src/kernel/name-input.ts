import { z } from "zod"
import { lineInput } from "./line-input.ts"

/**
 * An id that somebody sends. What cannot be one of ours becomes the empty id, which names nothing: so it is refused as
 * any unknown one is, and PostgreSQL, which takes no NUL in a text, is never asked for it.
 */
export const idInput = z
  .string()
  .max(2_000)
  .transform((text) => (/^[\w-]*$/.test(text) ? text : ""))

/** The most characters of a name that people see. */
export const longestName = 80

/** A name that people see, 1 to 80 characters on one line, without controls. */
export const nameInput = lineInput(longestName).refine(
  (text) => text !== "",
  "needs at least one character that can be seen",
)
