import type { Inside, Reading } from "#access/context.ts"
import { changesRow } from "#storage/whether.ts"

/** Counts the short keys that were ever given to an offer. */
export async function countShortKeys(cx: Reading): Promise<number> {
  const count = await cx.db
    .selectFrom("short_keys")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow()
  return Number(count.count)
}

/** Records that operators are warned. False when they were before. */
export function claimWarning(cx: Inside, name: string): Promise<boolean> {
  return changesRow(
    cx.db
      .insertInto("operator_warnings")
      .values({ name, told_at: cx.now() })
      .onConflict((conflict) => conflict.column("name").doNothing()),
  )
}
