import { z } from "zod"
import { personAction } from "#access/action.ts"
import type { Context, Inside } from "#access/context.ts"
import { findMembership, lockMembership, type Membership } from "#access/membership-store.ts"
import { roleCovers } from "#access/roles.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import type { Tokens } from "#adapters/tool-servers/port.ts"
import { noteChange } from "#changes/note-change.ts"
import { conflict, ServiceError } from "#kernel/error.ts"
import { hashSecret } from "#kernel/secret.ts"
import { readServerState } from "../calls/index.ts"
import { issuerKey, sealedFlows } from "../places/index.ts"
import { findAnyServerRow, lockServerRow, refusalFor, type ServerRow } from "../servers/index.ts"
import { everybody, keepToken } from "../tokens/index.ts"
import type { Flow } from "./begin-sign-in.ts"
import { type SignInRow, takeSignIn } from "./sign-in-store.ts"

/** Stores the tokens. The same person must have begun the sign-in in the same browser, and must still be allowed to. */
export const finishToolServerSignIn = personAction("console", {
  input: z.object({
    state: z.string().max(200),
    issuerKey: z.string().max(200).describe("The authorization server's key in the redirect's path."),
    code: z.string().max(4_000).optional(),
    iss: z.string().max(2_000).optional(),
  }),
  output: z.object({
    slug: z.string(),
    serverId: z.string(),
    isSignedIn: z.boolean().describe("False where the person said no there, or the server refused."),
  }),
  async run(cx, { state, code, iss, ...answered }) {
    const { accountId, sessionId } = cx
    const row = await cx.atomically((cx) => takeSignIn(cx, hashSecret(state)))
    const isTheirs = row?.account_id === accountId && row.session_id === sessionId
    if (!row || !isTheirs || row.expires_at <= cx.now()) throw notThisSignIn()
    const server = await findAnyServerRow(cx, row.server_id)
    const membership = server && (await findMembership(cx, accountId, { workspaceId: server.workspace_id }))
    if (!server || !mayHold(membership, row)) throw notThisSignIn()
    const flow: Flow = JSON.parse(cx.keyring.unseal(sealedFlows.purpose, sealedFlows.place(row.id), row.flow_sealed))
    if (issuerKey(flow.place.issuer) !== answered.issuerKey) throw notThisSignIn()
    const at = { slug: membership.slug, serverId: server.id }
    if (code === undefined) return { ...at, isSignedIn: false }
    const answer = { code, ...(iss !== undefined && { iss }) }
    const tokens = await redeem(cx, flow, answer)
    await store(cx, { server, row, flow, tokens })
    const facts = { accountId, workspaceId: server.workspace_id, reason: "signed_in", network: cx.network }
    recordSecurityEvent(cx, "tool_server_changed", facts)
    // Only the first look: later, a server may show one account tools that others do not get.
    const isFirst = row.holder === everybody || server.checked_at === null
    if (isFirst && roleCovers(membership.role, "admin")) await tryRead(cx, server, accountId)
    return { ...at, isSignedIn: true }
  },
})

function mayHold(membership: Membership | undefined, { holder }: SignInRow): membership is Membership {
  return membership !== undefined && roleCovers(membership.role, holder === everybody ? "admin" : "member")
}

async function redeem(cx: Context, flow: Flow, answer: { code: string; iss?: string }): Promise<Tokens> {
  try {
    return await cx.toolServers.finishSignIn(flow, answer, AbortSignal.timeout(60_000))
  } catch (error) {
    throw refusalFor(error)
  }
}

interface Stored {
  server: ServerRow
  row: SignInRow
  flow: Flow
  tokens: Tokens
}

async function store(cx: Context, { server, row, flow, tokens }: Stored): Promise<void> {
  const { keyring } = cx
  const { holder, account_id: accountId } = row
  await cx.atomically(async (cx: Inside) => {
    const membership = await lockMembership(cx, accountId, server.workspace_id)
    if (!mayHold(membership, row) || !(await lockServerRow(cx, server.id))) throw notThisSignIn()
    const secrets = { tokens, place: flow.place }
    const issued = { workspaceId: server.workspace_id, serverId: server.id, holder, accountId, secrets }
    await keepToken({ ...cx, keyring }, issued)
    noteChange(cx, { workspaceId: server.workspace_id, kind: "tool-servers" })
  })
}

async function tryRead(cx: Context, server: ServerRow, accountId: string): Promise<void> {
  try {
    await readServerState(cx, { server, accountId }, AbortSignal.timeout(60_000))
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
  }
}

const notThisSignIn = () =>
  conflict("This sign-in has expired or was started in another browser.", "Start again under Settings → Tool servers.")
