import type { Context } from "#access/context.ts"
import { type ToolServerClient, ToolServerFailure } from "#adapters/tool-servers/port.ts"
import { noteChange } from "#changes/note-change.ts"
import { conflict, ServiceError } from "#kernel/error.ts"
import { changeServerRow, refusalFor, type ServerRow, unsealUrl } from "../servers/index.ts"
import { everybody, type Fresh, freshToken } from "../tokens/index.ts"

/** The user of a server: a member, or null for a job that uses the workspace's shared credential. */
export interface ServerUse {
  readonly server: ServerRow
  readonly accountId: string | null
}

export function credentialHolder({ server, accountId }: ServerUse): string | null {
  if (server.auth === "none") return null
  return server.credentials === "shared" ? everybody : (accountId ?? "")
}

/**
 * Connects to a server for a few calls. If it refuses the token, refreshes that once and runs `work` again: a refused
 * call had no effect. Throws a ServiceError with the reason.
 */
export async function useServer<Result>(
  cx: Context,
  use: ServerUse,
  { signal, work }: { signal: AbortSignal; work: (opened: ToolServerClient) => Promise<Result> },
): Promise<Result> {
  const { server } = use
  try {
    const result = await tryTwice(cx, use, { signal, work })
    if (server.failure !== null) await noteFailure(cx, server, null)
    return result
  } catch (error) {
    const isItsFault = error instanceof ToolServerFailure && error.reason !== "insufficient scope"
    if (isItsFault && server.failure !== error.reason) await noteFailure(cx, server, error.reason)
    throw refusalFor(error)
  }
}

async function tryTwice<Result>(
  cx: Context,
  use: ServerUse,
  { signal, work }: { signal: AbortSignal; work: (opened: ToolServerClient) => Promise<Result> },
): Promise<Result> {
  const token = await tokenFor(cx, use, { signal })
  try {
    return await once(cx, { use, token, signal, work })
  } catch (error) {
    const isRefused = error instanceof ToolServerFailure && error.reason === "unauthorized"
    if (!isRefused || token === undefined) throw error
    const other = await tokenFor(cx, use, { signal, refused: token.version })
    return await once(cx, { use, token: other, signal, work })
  }
}

async function tokenFor(
  cx: Context,
  use: ServerUse,
  which: { signal: AbortSignal; refused?: number },
): Promise<Fresh | undefined> {
  const holder = credentialHolder(use)
  if (holder === null) return undefined
  const token = await freshToken(cx, { serverId: use.server.id, holder }, which)
  if (!token) throw notSignedIn(use.server)
  return token
}

interface Once<Result> {
  use: ServerUse
  token: Fresh | undefined
  signal: AbortSignal
  work: (opened: ToolServerClient) => Promise<Result>
}

async function once<Result>(cx: Context, { use, token, signal, work }: Once<Result>): Promise<Result> {
  const address = { url: unsealUrl(cx, use.server), ...(token && { bearer: token.bearer }) }
  const opened = await cx.toolServers.open(address, signal)
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}

/** Ignores that the caller may not write any more: the call itself has ended. */
async function noteFailure(cx: Context, server: ServerRow, failure: string | null): Promise<void> {
  const noted = cx.atomically(async (cx) => {
    const isThere = await changeServerRow(cx, server.id, { failure })
    if (isThere) noteChange(cx, { workspaceId: server.workspace_id, kind: "tool-servers" })
  })
  await noted.catch((thrown: unknown) => {
    if (!(thrown instanceof ServiceError)) throw thrown
  })
}

const notSignedIn = ({ name, credentials }: ServerRow) =>
  conflict(
    `No one is signed in to ${name}.`,
    credentials === "shared"
      ? "Ask an admin to sign in under Settings → Tool servers."
      : "Sign in under Settings → Tool servers.",
  )
