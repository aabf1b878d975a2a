import { setTimeout as wait } from "node:timers/promises"
import type { Context } from "#access/context.ts"
import { ToolServerFailure } from "#adapters/tool-servers/port.ts"
import { endTokens } from "./end-tokens.ts"
import { sealToken, unsealToken } from "./sealed-token.ts"
import { findTokenRow, storeRefresh, type TokenRow, takeRefresh } from "./token-store.ts"

/** The lease of a refresh. A refresh takes at most a minute; the lease is longer, so that two never overlap. */
const refreshMs = 75_000
const earlyMs = 60_000

export interface Holder {
  readonly serverId: string
  readonly holder: string
}

export interface Fresh {
  readonly bearer: string
  readonly scope: string | null
  readonly version: number
}

/**
 * Returns a holder's valid token. Refreshes one that is about to expire, or whose version is `refused`. One process
 * refreshes, and the others wait. Throws ToolServerFailure when the refresh fails for now.
 */
export async function freshToken(
  cx: Context,
  { serverId, holder }: Holder,
  { refused, signal }: { refused?: number; signal: AbortSignal },
): Promise<Fresh | undefined> {
  for (;;) {
    needTime(signal)
    const row = await findTokenRow(cx, serverId, holder)
    if (!row) return undefined
    const isStale = row.version === refused || isNearlyOver(cx, row)
    const { tokens } = unsealToken(cx, row)
    if (!isStale) return { bearer: tokens.access, scope: row.scope, version: row.version }
    if (tokens.refresh === undefined) {
      // Without a refresh token, the token is used until the server refuses it.
      if (row.version !== refused) return { bearer: tokens.access, scope: row.scope, version: row.version }
      await cx.atomically((cx) => endTokens(cx, { serverId, holder }))
      return undefined
    }
    const isOurs = await cx.atomically((cx) => takeRefresh(cx, row, cx.now() + refreshMs))
    if (isOurs) await refresh(cx, row)
    else await wait(50)
  }
}

function needTime(signal: AbortSignal): void {
  if (signal.aborted) throw new ToolServerFailure("silent", { cause: signal.reason })
}

function isNearlyOver(cx: Context, { expires_at }: TokenRow): boolean {
  return expires_at !== null && expires_at - earlyMs <= cx.now()
}

/** Ignores the caller's abort signal: the server may have invalidated the old token already. */
async function refresh(cx: Context, row: TokenRow): Promise<void> {
  const { tokens, place } = unsealToken(cx, row)
  if (!place || tokens.refresh === undefined) return
  try {
    const fresh = await cx.toolServers.refresh(place, tokens.refresh, AbortSignal.timeout(60_000))
    const token_sealed = sealToken(cx, row.id, { place, tokens: { refresh: tokens.refresh, ...fresh } })
    const expires_at = fresh.expiresIn === undefined ? null : cx.now() + fresh.expiresIn * 1_000
    const change = { token_sealed, scope: fresh.scope ?? row.scope, expires_at, version: row.version + 1 }
    await cx.atomically((cx) => storeRefresh(cx, row, change))
  } catch (error) {
    const isOver = error instanceof ToolServerFailure && error.reason === "unauthorized"
    await cx.atomically(async (cx) => {
      if (isOver) await endTokens(cx, { serverId: row.server_id, holder: row.holder })
      else await storeRefresh(cx, row, {})
    })
    if (!isOver) throw error
  }
}
