import type { Context } from "#access/context.ts"
import { type App, systemContext } from "#access/perform.ts"
import { type AgentWrites, type AuditEntry, insertAuditEntries, tellAgentWrites } from "#domains/connections/index.ts"

/** Stores many audit lines and notifications in one transaction: a read costs none, and a write only its own. */
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
  const lines = openLines(cx, plan)
  const unreported = openWriteSums()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function plan(): void {
    timer ??= setTimeout(() => void flush(), delayMs).unref()
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const taken = lines.take()
    if (taken.length > 0) writing = writing.then(() => lines.write(taken))
    for (const writes of unreported.take()) writing = writing.then(() => tellMembers(cx, writes))
    return writing
  }

  return {
    add(entry) {
      if (lines.add(entry) === fullAt) void flush()
      else plan()
    },
    tell(writes) {
      unreported.add(writes)
      plan()
    },
    flush,
  }
}

function openLines(cx: Context, planRetry: () => void) {
  let waiting: AuditEntry[] = []
  return {
    add: (entry: AuditEntry): number => waiting.push(entry),
    take(): AuditEntry[] {
      const taken = waiting
      waiting = []
      return taken
    },
    async write(taken: AuditEntry[]): Promise<void> {
      try {
        await cx.atomically((cx) => insertAuditEntries(cx, taken))
      } catch (error) {
        const all = [...taken, ...waiting]
        waiting = all.slice(-mostWaiting)
        const fields = { error: String(error), waiting: waiting.length, lost: all.length - waiting.length }
        cx.log.error(fields, "Audit lines of connections could not be written.")
        planRetry()
      }
    },
  }
}

function openWriteSums() {
  const sums = new Map<string, AgentWrites>()
  return {
    add(writes: AgentWrites): void {
      const key = `${writes.grantId} ${writes.workspaceId}`
      sums.set(key, { ...writes, times: writes.times + (sums.get(key)?.times ?? 0) })
    },
    take(): AgentWrites[] {
      const taken = [...sums.values()]
      sums.clear()
      return taken
    },
  }
}

async function tellMembers(cx: Context, writes: AgentWrites): Promise<void> {
  try {
    await cx.atomically((cx) => tellAgentWrites(cx, writes))
  } catch (error) {
    cx.log.error({ error: String(error), ...writes }, "Members could not be notified of an app's writes.")
  }
}
