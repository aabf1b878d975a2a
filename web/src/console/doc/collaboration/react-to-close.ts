import { afterClose, type End, isRejectedUpdate, type Wait } from "./ends.ts"
import type { DocSitting, Options } from "./sitting.ts"

/** The pause before a retry after a temporary refusal. */
const waitMs: Readonly<Record<Wait, number>> = {
  "too-many-tabs": 30_000,
  "too-many-readers": 30_000,
  "too-fast": 20_000,
  "too-busy": 20_000,
  "not-stored": 3_000,
  "no-room": 20_000,
  "too-new": 20_000,
  "no-sockets": 15_000,
}

/** Reacts to a closed connection. */
export function reactToClose(sitting: DocSitting, code: number): void {
  sitting.hasTried = true
  sitting.failures += 1
  sitting.set({ hasFailed: true })
  if (isRejectedUpdate(code)) sitting.refusals += 1
  const then = afterClose(code, sitting.refusals)
  if (then === "ask-again") return void reconnectIfAllowed(sitting)
  if (then === "connect-again") {
    connectAfter(sitting, pauseAfter(sitting.failures))
    // The browser hides why a WebSocket handshake failed, so a plain request asks now and then.
    if (sitting.failures % 4 === 2) findOutWhy(sitting)
  } else if ("end" in then) end(sitting, then.end)
  else {
    sitting.set({ wait: then.wait, isOnline: false })
    connectAfter(sitting, waitMs[then.wait])
  }
}

const shortestPauseMs = 250
const longestPauseMs = 15_000
const pauseAfter = (failures: number) => Math.min(longestPauseMs, shortestPauseMs * 2 ** failures)

/** Connects after a pause with jitter. */
function connectAfter(sitting: DocSitting, ms: number): void {
  clearTimeout(sitting.again)
  sitting.again = setTimeout(sitting.connection.connect, ms * (1 + Math.random() / 2))
}

/** After this many failures while HTTP works, WebSockets are blocked. */
const manyFailures = 6

/** Finds out over HTTP why there is no connection. */
async function findOutWhy(sitting: DocSitting): Promise<void> {
  const found = await sitting.options.ask().catch(() => undefined)
  if (sitting.isClosed || sitting.failures === 0 || found === undefined) return
  if (isEnd(found)) end(sitting, found)
  else if (found !== "read" && found !== "write") sitting.set({ wait: found })
  else if (sitting.failures >= manyFailures) sitting.set({ wait: "no-sockets" })
}

async function reconnectIfAllowed(sitting: DocSitting): Promise<void> {
  const { kept, owed, options } = sitting
  const found = await options.ask().catch(() => undefined)
  if (sitting.isClosed) return
  if (isEnd(found)) return end(sitting, found)
  if (found === "read" && !owed.is()) kept?.clear()
  connectAfter(sitting, pauseAfter(sitting.failures))
}

const isEnd = (found: Awaited<ReturnType<Options["ask"]>> | undefined): found is End =>
  found !== undefined && found !== "read" && found !== "write" && !(found in waitMs)

function end(sitting: DocSitting, why: End): void {
  const { kept, owed, connection, set } = sitting
  const isOwed = owed.is()
  // Removes the local copy if the service has everything: the next person at this browser must not find it.
  if ((why === "no-access" || why === "signed-out") && !isOwed) kept?.clear()
  connection.pause()
  set({ end: why, wait: undefined, isOwed, isOnline: false })
}
