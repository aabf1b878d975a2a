import { DatabaseOutage } from "#kernel/database-outage.ts"
import { newId } from "#kernel/ids.ts"
import type { Database, WriteDb } from "#storage/database.ts"

/** The outcomes of transactions that ran while the database failed. */
export interface Tally {
  committed: number
  /** Reported as committed, but missing. */
  lost: number
  /** Present more than once. */
  doubled: number
  /** Reported as not committed, but present. */
  ghosts: number
  /** Ended with neither a commit nor an outage. */
  strange: string[]
}

/** Concurrent transactions on many connections, each of which inserts a row with its name. */
export interface Load {
  /** How many have committed so far. */
  committed(): number
  /** Waits for running transactions, and compares the results with the rows in `truth`. */
  end(truth: Database): Promise<Tally>
}

/** Starts `width` writers and a reader on `database`. Each continues at once, or 10 ms after an outage. */
export function openLoad(database: Database, width: number): Load {
  const answers = new Map<string, "committed" | "outage">()
  const strange: string[] = []
  let isOpen = true

  async function repeat(once: () => Promise<void>): Promise<void> {
    while (isOpen) {
      await once().catch(async (fault: unknown) => {
        if (!(fault instanceof DatabaseOutage)) strange.push(String(fault))
        await new Promise((resolve) => setTimeout(resolve, 10))
      })
    }
  }
  async function write(): Promise<void> {
    const name = newId("effect")
    answers.set(name, "outage")
    await leaveRow(database, name)
    answers.set(name, "committed")
  }
  async function read(): Promise<void> {
    await database.read.selectFrom("workspaces").select("id").limit(1).execute()
  }
  const running = Promise.all([...Array.from({ length: width }, () => repeat(write)), repeat(read)])
  const committed = () => [...answers.values()].filter((answer) => answer === "committed").length
  return {
    committed,
    async end(truth) {
      isOpen = false
      await running
      const found = new Map<string, number>()
      for (const { name } of await truth.read.selectFrom("workspaces").select("name").execute())
        found.set(name, (found.get(name) ?? 0) + 1)
      const count = (holds: (answer: string, rows: number) => boolean) =>
        [...answers].filter(([name, answer]) => holds(answer, found.get(name) ?? 0)).length
      return {
        committed: committed(),
        lost: count((answer, rows) => answer === "committed" && rows === 0),
        doubled: count((_, rows) => rows > 1),
        ghosts: count((answer, rows) => answer === "outage" && rows > 0),
        strange,
      }
    },
  }
}

/** One transaction that inserts a row of `name`; run twice, it leaves two rows. */
export function leaveRow({ transaction }: Database, name: string): Promise<void> {
  return transaction((db) => insertRow(db, name))
}

export async function insertRow(db: WriteDb, name: string): Promise<void> {
  const id = newId("workspace")
  const row = { id, slug: id, name, created_at: 1, suspended_at: null, deleted_at: null }
  await db.insertInto("workspaces").values(row).execute()
}
