import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "kysely"
import type { Fleet, VisitorsOperation } from "./fleet.ts"

/** Runs `rate` operations a second for `ms`, whatever their answers take. */
export async function runFor(
  fleet: Fleet,
  next: (n: number) => VisitorsOperation,
  { ms, rate }: { ms: number; rate: number },
) {
  const latencies: number[] = []
  let failed = 0
  const began = performance.now()
  const running: Promise<void>[] = []
  for (let n = 0; n < (ms / 1_000) * rate; n += 1) {
    const due = began + (n * 1_000) / rate
    await sleep(Math.max(0, due - performance.now()))
    running.push(
      fleet.run(next(n)).then((isDone) => {
        latencies.push(performance.now() - due)
        if (!isDone) failed += 1
      }),
    )
  }
  await Promise.all(running)
  return { latencies, failed }
}

/** Looks often whether a connection of the database waits for a lock; `end` returns how often it did, in percent. */
export function sampleWaits({ app }: Fleet): { end(): Promise<number> } {
  let [isOver, samples, waits] = [false, 0, 0]
  const sampling = (async () => {
    while (!isOver) {
      const { rows } = await sql<{ waiting: string }>`select count(*) waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(app.database.read as never)
      samples += 1
      if (Number(rows[0]?.waiting) > 0) waits += 1
      await sleep(20)
    }
  })()
  return {
    async end() {
      isOver = true
      await sampling
      return (waits / samples) * 100
    },
  }
}
