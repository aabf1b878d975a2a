import { z } from "zod"

/** Accepts the form of this service's ids and refuses other text. Whether the id exists is checked later. */
export const idInput = z.string().regex(/^\w{1,64}$/, "is not an id of ours")

/** Other text becomes the empty id, which no row has, so it gets the same refusal. PostgreSQL never sees a NUL. */
export const lenientIdInput = z
  .string()
  .max(2_000)
  .transform((text) => (/^[\w-]*$/.test(text) ? text : ""))

/** Text that cannot be a slug becomes "", which names nothing. PostgreSQL never sees a NUL. */
export const slugOrNone = (text: string): string => (/^[a-z0-9-]+$/.test(text) ? text : "")
