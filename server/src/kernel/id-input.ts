import { z } from "zod"

/** Accepts the form of this service's ids and refuses other text. Whether the id exists is checked later. */
export const idInput = z.string().regex(/^\w{1,64}$/, "is not an id of ours")

/**
 * Accepts any text as an id. Text that cannot be an id of this service becomes the empty id, which no row has. So it
 * gets the same refusal as an unknown id, and PostgreSQL, which accepts no NUL in a text, never sees it.
 */
export const lenientIdInput = z
  .string()
  .max(2_000)
  .transform((text) => (/^[\w-]*$/.test(text) ? text : ""))
