import type { Context } from "#access/context.ts"
import { type App, systemContext } from "#access/perform.ts"
import { type AgentWrites, type AuditEntry, insertAuditEntries, tellAgentWrites } from "#domains/connections/index.ts"

/**
 * Collects audit lines of reading calls, and notifications about writing calls, and stores many of them in one
 * transaction. So a read costs no transaction, and a write only its own.
 */
export interface AuditBatch {
  /** Adds a line. It is in the database within a second. */
  add(entry: AuditEntry): void
  /** Notifies the members of an agent's writes within a second. A killed process loses the notification. */
  tell(writes: AgentWrites): void
  /** Writes the lines that were added so far. */
  flush(): Promise<void>
}

const delayMs = 500
const fullAt = 1_000
const mostWaiting = 20_000

/** Opens the batch. Lines that cannot be written are retried; above `mostWaiting` the oldest are dropped. */
export function openAuditBatch(app: App): AuditBatch {
  const cx = systemContext(app)
  let waiting: AuditEntry[] = []
  const untold = new Map<string, AgentWrites>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function plan(): void {
    timer ??= setTimeout(() => void flush(), delayMs).unref()
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const taken = waiting
    waiting = []
    if (taken.length > 0) writing = writing.then(() => write(taken))
    for (const writes of untold.values()) writing = writing.then(() => tellMembers(cx, writes))
    untold.clear()
    return writing
  }

  async function write(taken: AuditEntry[]): Promise<void> {
    try {
      await cx.atomically((cx) => insertAuditEntries(cx, taken))
    } catch (error) {
      const kept = [...taken, ...waiting]
      waiting = kept.slice(-mostWaiting)
      const fields = { error: String(error), waiting: waiting.length, lost: kept.length - waiting.length }
      app.log.error(fields, "Audit lines of connections could not be written.")
      plan()
    }
  }

  return {
    add(entry) {
      waiting.push(entry)
      if (waiting.length === fullAt) void flush()
      else plan()
    },
    tell(writes) {
      const key = `${writes.grantId} ${writes.workspaceId}`
      untold.set(key, { ...writes, times: writes.times + (untold.get(key)?.times ?? 0) })
      plan()
    },
    flush,
  }
}

async function tellMembers(cx: Context, writes: AgentWrites): Promise<void> {
  try {
    await cx.atomically((cx) => tellAgentWrites(cx, writes))
  } catch (error) {
    cx.log.error({ error: String(error), ...writes }, "Members could not be notified of an app's writes.")
  }
}
