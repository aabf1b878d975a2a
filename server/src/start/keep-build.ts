import { setTimeout as sleep } from "node:timers/promises"
import { systemContext } from "#access/perform.ts"
import { keepAssets } from "#domains/assets/index.ts"
import { builtAssets } from "#surfaces/pages/serve.ts"
import type { RunningApp } from "./app.ts"

/** How long a start waits, so that other processes can answer for the files of the first pages that this one draws. */
const patienceMs = 5_000

/**
 * Stores the files of this build of the pages for other processes. SQLite serves one process, which needs none. A fault
 * is logged: pages then reload when their build was replaced.
 */
export async function keepBuild(app: RunningApp): Promise<void> {
  if (app.database.dialect === "sqlite") return
  const kept = keepAssets(systemContext(app), builtAssets).catch((error) => {
    app.log.warn({ error: error.message }, "The files of the pages were not stored for other processes.")
  })
  await Promise.race([kept, sleep(patienceMs, undefined, { ref: false })])
}
