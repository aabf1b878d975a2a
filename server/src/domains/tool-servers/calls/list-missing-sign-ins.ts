import type { Reading } from "#access/context.ts"
import { listPinStates } from "../pins/index.ts"
import { listServerRows } from "../servers/index.ts"
import { listUsableTokens } from "../tokens/index.ts"
import type { ToolUser } from "./list-usable-tools.ts"
import { credentialHolder } from "./use-server.ts"

/** The names of servers whose reviewed tools a member could use after a sign-in: their own, or an admin's. */
export async function listMissingSignIns(cx: Reading, whose: ToolUser): Promise<string[]> {
  const servers = (await listServerRows(cx, whose)).filter(({ auth, paused_at }) => auth !== "none" && !paused_at)
  if (servers.length === 0) return []
  const tokens = await listUsableTokens(cx, whose)
  const missing = servers.filter((server) => {
    const holder = credentialHolder({ server, accountId: whose.accountId })
    return !tokens.some((token) => token.server_id === server.id && token.holder === holder)
  })
  if (missing.length === 0) return []
  const pins = await listPinStates(cx, whose.workspaceId)
  const usable = pins.filter((pin) => pin.pinned_digest !== null && pin.pinned_digest === pin.offered_digest)
  return missing.filter(({ id }) => usable.some((pin) => pin.server_id === id)).map(({ name }) => name)
}
