import { z } from "zod"

/** An id of ours. Text that cannot be one is refused; whether it names anything is found out later. */
export const idInput = z.string().regex(/^\w{1,64}$/, "is not an id of ours")

/**
 * An id that is refused only when nothing has it. Text that cannot be one of ours becomes the empty id, which names
 * nothing, so that it is refused as any unknown id is. PostgreSQL, which takes no NUL in a text, is never asked for it.
 */
export const lenientIdInput = z
  .string()
  .max(2_000)
  .transform((text) => (/^[\w-]*$/.test(text) ? text : ""))
