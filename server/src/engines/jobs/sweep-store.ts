import type { Inside } from "#access/context.ts"
import { retainBy } from "#access/retention-store.ts"
import { deleteEndedEntries } from "#storage/directory.ts"

export interface SweepTimes {
  /** When the sweep is due again if its process dies. */
  readonly until: number
  /** A later claim comes from a process whose clock was wrong. */
  readonly latest: number
}

/** Claims a sweep until `until`. Returns false when another process holds it or has just done it. */
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

/** Releases a sweep that was claimed until `until`. It is due again at `dueAt`. */
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

const removeEntries = (cx: Inside, until: number, limit: number) => deleteEndedEntries(cx.db, { until, limit })

export const directoryRetention = [
  retainBy({ table: "directory", time: "ends_at" }, removeEntries, {
    note: "a former slug of a workspace ends after 90 days; the others with their thing, a pay key never",
  }),
]
