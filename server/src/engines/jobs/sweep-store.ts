import type { Inside } from "#access/context.ts"

/** The times of a sweep, in milliseconds. */
export interface SweepTimes {
  /** When it is due again if its process dies. */
  readonly until: number
  /** No claim of a process whose clock is right ends later than this. */
  readonly latest: number
}

/** Takes a sweep for this process until `until`, unless another process has it or has just done it. */
export async function claimSweep(cx: Inside, name: string, { until, latest }: SweepTimes): Promise<boolean> {
  const row = await cx.db
    .insertInto("sweeps")
    .values({ name, due_at: until })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({ due_at: until })
        .where(({ or, eb }) => or([eb("sweeps.due_at", "<=", cx.now()), eb("sweeps.due_at", ">", latest)])),
    )
    .returning("name")
    .executeTakeFirst()
  return row !== undefined
}

/** Gives a sweep back that was taken until `until`: it is due at `dueAt`. */
export async function giveSweepBack(
  cx: Inside,
  name: string,
  { until, dueAt }: { until: number; dueAt: number },
): Promise<void> {
  await cx.db
    .updateTable("sweeps")
    .set({ due_at: dueAt })
    .where("name", "=", name)
    .where("due_at", "=", until)
    .execute()
}
