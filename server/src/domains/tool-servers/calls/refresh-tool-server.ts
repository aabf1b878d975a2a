import type { Context } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import { ServiceError } from "#kernel/error.ts"
import { changeServerRow, findAnyServerRow, listDueServerIds } from "../servers/index.ts"
import { lookAtServer } from "./look-at-server.ts"

const serversPerSweep = 200
/** After a failure, and while a look is under way. */
const laterMs = 3_600_000

/** Looks whether a server's tools are still what was reviewed. What differs is used by nobody until it was seen. */
export async function refreshToolServer(cx: Context, { serverId }: { serverId: string }): Promise<void> {
  const server = await findAnyServerRow(cx, serverId)
  if (!server || server.paused_at !== null) return
  // A personal sign-in serves its person alone; those servers are looked at whenever somebody uses them.
  if (server.auth !== "none" && server.credentials === "personal") return
  try {
    await lookAtServer(cx, { server, accountId: null }, AbortSignal.timeout(120_000))
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    await cx.atomically((cx) => changeServerRow(cx, serverId, { due_at: cx.now() + laterMs }))
  }
}

/** Enqueues a look at each server that is due. Returns how many. */
export async function enqueueDueToolServers(cx: Context): Promise<number> {
  const due = await listDueServerIds(cx, serversPerSweep)
  if (due.length === 0) return 0
  await cx.atomically(async (cx) => {
    for (const serverId of due) {
      await changeServerRow(cx, serverId, { due_at: cx.now() + laterMs })
      await enqueue(cx, "refresh-tool-server", { payload: { serverId }, dedupeKey: `tool-server:${serverId}` })
    }
  })
  return due.length
}
