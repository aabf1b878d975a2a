import type { ListPart } from "#kernel/cursor.ts"
import { inOrder } from "./in-order.ts"

type Time = "created_at" | "updated_at" | "deleted_at" | "dead_at" | `${string}.created_at` | `${string}.updated_at`

/** Latest first, and one row more than `limit`, which shows that another part follows. */
export const latestFirst = (time: Time, part: ListPart) => inOrder({ column: time, isDescending: true }, part)
