import type { Settings } from "#config/settings.ts"
import { holdBlobs, listHolds, releaseBlobs } from "#domains/drive/index.ts"
import { newId } from "#kernel/ids.ts"
import type { Log } from "#kernel/log.ts"
import { openDatabase } from "#start/open-database.ts"
import { markOperation, type OperationMark } from "#storage/operation-marks.ts"

const renewMs = 60_000
const expiry = "expiry"

export interface Hold {
  /** Runs `work` if no other backup runs; until it ends, no backup begins. Returns undefined if another one runs. */
  alone<Result>(work: () => Promise<Result>): Promise<Result | undefined>
}

/**
 * Prevents all processes from removing blobs while `work` runs. @throws Error while another backup removes expired ones.
 */
export async function withHold<Result>(
  settings: Settings,
  log: Log,
  work: (hold: Hold) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(settings, log)
  const now = Date.now
  const held = new Set<string>()
  const renew = async () => {
    for (const id of held) await database.transaction((db) => holdBlobs({ db, now }, id))
  }
  const hold = async (id: string) => {
    held.add(id)
    await renew()
    return (await listHolds({ db: database.read, now })).filter((other) => !held.has(other))
  }
  const release = async (id: string) => {
    held.delete(id)
    await database.transaction((db) => releaseBlobs({ db, now }, id))
  }
  const failed = (error: Error) => log.warn({ error: error.message }, "The backup could not renew or release its hold.")
  const timer = setInterval(() => void renew().catch(failed), renewMs)
  const id = newId("backup")
  try {
    // Each of two backups commits its hold before it looks for the other's, so at least one of them sees the other.
    if ((await hold(id)).includes(expiry))
      throw new Error("Another backup is removing expired ones. Start again later.")
    const isAlone = async () => (await hold(expiry)).length === 0
    return await work({
      alone: async (work) => ((await isAlone()) ? await work() : undefined),
    })
  } finally {
    clearInterval(timer)
    for (const one of [...held]) await release(one).catch(failed) // it ends by itself within an hour
    await database.close()
  }
}

/** Notes in the service's database that a backup or a drill was completed. A failure to note it is only logged. */
export async function noteFinished(settings: Settings, name: OperationMark, log: Log): Promise<void> {
  const database = await openDatabase(settings, log)
  try {
    await database.transaction((db) => markOperation(db, name, Date.now()))
  } catch (error) {
    log.warn({ error: String(error) }, "The time of this operation could not be noted.")
  } finally {
    await database.close()
  }
}
