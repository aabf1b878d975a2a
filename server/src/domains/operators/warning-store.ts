import type { Inside, Reading } from "#access/context.ts"
import { changesRow } from "#storage/whether.ts"

export async function countShortKeys(cx: Reading): Promise<number> {
  const count = await cx.db
    .selectFrom("directory")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("kind", "=", "pay_key")
    .executeTakeFirstOrThrow()
  return Number(count.count)
}

/** Records a warning to operators. Returns false when it was recorded before. */
export function claimWarning(cx: Inside, name: string): Promise<boolean> {
  return changesRow(
    cx.db
      .insertInto("operator_warnings")
      .values({ name, told_at: cx.now() })
      .onConflict((conflict) => conflict.column("name").doNothing()),
  )
}
