import { z } from "zod"
import type { Member, Reading } from "#access/context.ts"
import { roleCovers } from "#access/roles.ts"
import { credentialHolder } from "./calls/index.ts"
import { listPinStates, type PinRow } from "./pins/index.ts"
import { findNamesOrEmails, listServerRows, type ServerRow, sentenceFor } from "./servers/index.ts"
import { listUsableTokens } from "./tokens/index.ts"

export const toolState = z.enum(["reviewed", "new", "changed", "gone"])

export function toolStateOf(row: Pick<PinRow, "pinned_digest" | "offered_digest">): z.output<typeof toolState> {
  if (row.pinned_digest === null) return "new"
  if (row.offered_digest === null) return "gone"
  return row.pinned_digest === row.offered_digest ? "reviewed" : "changed"
}

export const toolServer = z.object({
  id: z.string(),
  name: z.string(),
  host: z.string().describe("Of its address, which stays sealed: it may hold a token."),
  auth: z.enum(["none", "bearer", "oauth"]),
  credentials: z.enum(["personal", "shared"]),
  isPaused: z.boolean(),
  isSignedIn: z.boolean().describe("Whether the caller can use it now; true if no sign-in is needed."),
  signedInBy: z.string().nullable().describe("The member whose sign-in the caller uses."),
  maySignIn: z.boolean().describe("Whether signing in to it is the caller's to do."),
  failure: z.string().nullable().describe("Why it could not be used last."),
  attachedBy: z.string(),
  checkedAt: z.int().nullable().describe("When its tools were listed last, in epoch milliseconds."),
  createdAt: z.int().describe("Epoch milliseconds."),
  tools: z.object({ reviewed: z.int(), new: z.int(), changed: z.int(), gone: z.int() }),
})

export async function readToolServers(cx: Reading & Member): Promise<z.output<typeof toolServer>[]> {
  const rows = await listServerRows(cx, cx)
  const pins = await listPinStates(cx, cx.workspaceId)
  const tokens = await listUsableTokens(cx, cx)
  const ids = [...rows.map((row) => row.attached_by), ...tokens.map((token) => token.account_id)]
  const names = await findNamesOrEmails(cx, [...new Set(ids)])
  return rows.map((row) => {
    const holder = credentialHolder({ server: row, accountId: cx.accountId })
    const token = tokens.find((one) => one.server_id === row.id && one.holder === holder)
    return {
      ...factsOf(row),
      isSignedIn: row.auth === "none" || token !== undefined,
      signedInBy: token ? (names.get(token.account_id) ?? null) : null,
      maySignIn: row.auth !== "none" && (row.credentials === "personal" || roleCovers(cx.role, "admin")),
      attachedBy: names.get(row.attached_by) ?? "a former member",
      tools: countOf(pins.filter((pin) => pin.server_id === row.id)),
    }
  })
}

function factsOf(row: ServerRow) {
  return {
    ...{ id: row.id, name: row.name, host: row.host },
    ...{ auth: row.auth, credentials: row.credentials, isPaused: row.paused_at !== null },
    ...{ failure: row.failure === null ? null : sentenceFor(row.failure) },
    ...{ checkedAt: row.checked_at, createdAt: row.created_at },
  }
}

function countOf(pins: readonly Pick<PinRow, "pinned_digest" | "offered_digest">[]) {
  const count = { reviewed: 0, new: 0, changed: 0, gone: 0 }
  for (const pin of pins) count[toolStateOf(pin)] += 1
  return count
}
