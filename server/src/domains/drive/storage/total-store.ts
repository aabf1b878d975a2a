import { sql } from "kysely"
import type { Reading } from "#access/context.ts"

export async function findTotal(cx: Reading): Promise<number> {
  const { bytes } = await cx.db
    .selectFrom("drive_storage")
    .select(sql<number | null>`sum(used_bytes + counted_bytes)`.as("bytes"))
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}
