import { afterClose, type End, isRejectedUpdate, type Wait } from "./ends.ts"
import type { DocSession, Options } from "./session.ts"

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
export function reactToClose(session: DocSession, code: number): void {
  session.hasTried = true
  session.failures += 1
  session.set({ hasFailed: true })
  if (isRejectedUpdate(code)) session.refusals += 1
  const then = afterClose(code, session.refusals)
  if (then === "ask-again") return void reconnectIfAllowed(session)
  if (then === "connect-again") {
    connectAfter(session, pauseAfter(session.failures))
    // The browser hides why a WebSocket handshake failed, so a plain request asks now and then.
    if (session.failures % 4 === 2) findOutWhy(session)
  } else if ("end" in then) end(session, then.end)
  else {
    session.set({ wait: then.wait, isOnline: false })
    connectAfter(session, waitMs[then.wait])
  }
}

const shortestPauseMs = 250
const longestPauseMs = 15_000
const pauseAfter = (failures: number) => Math.min(longestPauseMs, shortestPauseMs * 2 ** failures)

/** Connects after a pause with jitter. */
function connectAfter(session: DocSession, ms: number): void {
  clearTimeout(session.again)
  session.again = setTimeout(session.connection.connect, ms * (1 + Math.random() / 2))
}

/** After this many failures while HTTP works, WebSockets are blocked. */
const manyFailures = 6

/** Finds out over HTTP why there is no connection. */
async function findOutWhy(session: DocSession): Promise<void> {
  const found = await session.options.ask().catch(() => undefined)
  if (session.isClosed || session.failures === 0 || found === undefined) return
  if (isEnd(found)) end(session, found)
  else if (found !== "read" && found !== "write") session.set({ wait: found })
  else if (session.failures >= manyFailures) session.set({ wait: "no-sockets" })
}

async function reconnectIfAllowed(session: DocSession): Promise<void> {
  const { copy, pending, options } = session
  const found = await options.ask().catch(() => undefined)
  if (session.isClosed) return
  if (isEnd(found)) return end(session, found)
  if (found === "read" && !pending.is()) copy?.clear()
  connectAfter(session, pauseAfter(session.failures))
}

const isEnd = (found: Awaited<ReturnType<Options["ask"]>> | undefined): found is End =>
  found !== undefined && found !== "read" && found !== "write" && !(found in waitMs)

function end(session: DocSession, why: End): void {
  const { copy, pending, connection, set } = session
  const isPending = pending.is()
  // Removes the local copy if the service has everything: the next person at this browser must not find it.
  if ((why === "no-access" || why === "signed-out") && !isPending) copy?.clear()
  connection.pause()
  set({ end: why, wait: undefined, isPending, isOnline: false })
}
