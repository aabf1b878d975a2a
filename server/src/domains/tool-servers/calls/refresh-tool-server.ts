import type { Context } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import { ServiceError } from "#kernel/error.ts"
import { hourMs } from "#kernel/time/units.ts"
import { changeServerRow, findAnyServerRow, listDueServerIds } from "../servers/index.ts"
import { readServerState } from "./read-server-state.ts"

const serversPerSweep = 200
/** The wait after a failure, and while a refresh is running. */
const laterMs = hourMs

/** Compares a server's tools with the reviewed ones. Changed tools are unusable until an admin has reviewed them. */
export async function refreshToolServer(cx: Context, { serverId }: { serverId: string }): Promise<void> {
  const server = await findAnyServerRow(cx, serverId)
  if (!server || server.paused_at !== null) return
  // A personal sign-in serves only its person. These servers are compared whenever a member uses them.
  if (server.auth !== "none" && server.credentials === "personal") return
  try {
    await readServerState(cx, { server, accountId: null }, AbortSignal.timeout(120_000))
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    await cx.atomically((cx) => changeServerRow(cx, serverId, { due_at: cx.now() + laterMs }))
  }
}

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
