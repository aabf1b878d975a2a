import type { Context } from "#access/context.ts"
import { idempotencyRetention } from "#access/idempotency/idempotency-store.ts"
import { inBatches } from "#access/in-batches.ts"
import type { Retention } from "#access/retention-store.ts"
import { dayMs } from "#kernel/time/units.ts"
import { jobRetention } from "./dead-job-store.ts"
import { domainHooks } from "./domain-hooks.ts"
import { directoryRetention } from "./sweep-store.ts"

/** How long rows are kept: all that are deleted a time after a column's time. */
export const retention: readonly Retention[] = [
  ...Object.values(domainHooks).flatMap(({ retention }) => retention ?? []),
  ...idempotencyRetention,
  ...jobRetention,
  ...directoryRetention,
]

/** The tables whose old rows are deleted. */
export const retainedTables = [...new Set(retention.map(({ table }) => table))]

/** Deletes the rows of these tables that were kept for long enough, in batches. */
export async function sweepTables(cx: Context, ...tables: Retention["table"][]): Promise<void> {
  for (const row of retention) {
    if (!tables.includes(row.table)) continue
    await inBatches(cx, (cx, limit) => row.remove(cx, cx.now() - row.ms, limit), row.batch)
  }
}

/** The text of docs/retention.md with its first table made from the rows above. */
export function retentionDocs(page: string): string {
  const rows = retainedTables.toSorted().map((table) => {
    const its = retention.filter((row) => row.table === table)
    const times = its.map(({ time, ms }) => (ms === 0 ? `until \`${time}\`` : `${daysOf(ms)} after \`${time}\``))
    const kept = [...new Set(times)].join(", or ")
    return `| \`${table}\` | ${[kept, ...new Set(its.flatMap(({ note }) => note ?? []))].join("; ")} | \`${table}\` |\n`
  })
  return page.replace(/(?<=\n\| Table \| A row is kept \| By \|\n\|---\|---\|---\|\n)(\| .*\n)*/, () => rows.join(""))
}

const daysOf = (ms: number) => (ms === dayMs ? "a day" : `${ms / dayMs} days`)
