import { z } from "zod"

/** An id of ours; whether it names anything is found out later. */
export const idInput = z.string().regex(/^\w{1,64}$/, "is not an id of ours")
