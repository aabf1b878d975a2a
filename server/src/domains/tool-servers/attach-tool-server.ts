import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Context, Member } from "#access/context.ts"
import { type SignInPlace, type ToolList, ToolServerFailure } from "#adapters/tool-servers/port.ts"
import { conflict, invalidInput } from "#kernel/error.ts"
import { newId } from "#kernel/ids.ts"
import { lineInput, urlInput } from "#kernel/line-input.ts"
import { storeToolList } from "./pins/index.ts"
import {
  insertServerRow,
  listServerRows,
  lockServers,
  nextNumber,
  noteServerChange,
  refusalFor,
  type ServerRow,
  sealPlace,
  sealUrl,
  unsealUrl,
} from "./servers/index.ts"
import { bearerInput, beginSignIn, insertServerSignIn, signInTarget } from "./sign-ins/index.ts"
import { everybody, keepToken } from "./tokens/index.ts"

const mostServers = 20

const input = z.object({
  url: urlInput,
  name: lineInput(60).optional().describe("What people call it; left out, its host."),
  auth: z.enum(["none", "bearer", "oauth"]).describe("How one signs in: not at all, with a token, or by going there."),
  credentials: z
    .enum(["personal", "shared"])
    .default("personal")
    .describe("`personal`: everybody signs in for themselves. `shared`: what you sign in with serves everybody."),
  bearer: bearerInput.optional(),
  clientId: z.string().trim().min(1).max(500).optional().describe("Of an app that you registered there by hand."),
  clientSecret: z.string().min(1).max(2_000).optional(),
})

type Wanted = z.output<typeof input>

/** Its tools are unusable until an admin reviewed them. With OAuth, returns where the caller signs in. */
export const attachToolServer = workspaceAction("admin", "console", {
  changes: ["tool-servers"],
  input,
  output: z.object({ id: z.string(), signIn: signInTarget.nullable() }),
  async run(cx, wanted) {
    if (!cx.toolServers.mayAttach(wanted.url)) throw notHere()
    const bearer = wanted.auth === "bearer" ? wanted.bearer : undefined
    if (wanted.auth === "bearer" && bearer === undefined) throw needsBearer()
    const id = newId("toolserver")
    const found = await tryServer(cx, wanted, bearer)
    const holder = wanted.credentials === "shared" ? everybody : cx.accountId
    const { accountId, workspaceId, sessionId, keyring } = cx
    const who = { serverId: id, holder, accountId, sessionId }
    const begun =
      wanted.auth === "oauth" ? await beginSignIn(cx, who, wantedSignIn(wanted, found.challenge)) : undefined
    const row = { ...rowOf(cx, id, wanted), place_sealed: begun ? sealPlace(cx, id, lasting(begun.place)) : null }
    await cx.atomically(async (cx) => {
      await lockServers(cx, cx)
      const present = await listServerRows(cx, cx)
      if (present.some((other) => unsealUrl({ keyring }, other) === wanted.url)) throw alreadyThere()
      if (present.length >= mostServers) throw tooMany()
      await insertServerRow(cx, { ...row, number: await nextNumber(cx, cx) })
      if (found.toolList) await storeToolList(cx, id, found.toolList)
      if (begun) await insertServerSignIn(cx, begun.row)
      if (bearer === undefined) return
      const secrets = { tokens: { access: bearer } }
      await keepToken({ ...cx, keyring }, { workspaceId, serverId: id, holder, accountId, secrets })
    })
    noteServerChange(cx, "attached")
    return { id, signIn: begun?.target ?? null }
  },
})

interface Found {
  toolList?: ToolList
  /** The `WWW-Authenticate` challenge of a server that wants a sign-in. */
  challenge?: string
}

/** Lists the server's tools, so that a server that does not work is not attached. */
async function tryServer(cx: Context, { url, auth }: Wanted, bearer: string | undefined): Promise<Found> {
  try {
    const opened = await cx.toolServers.open({ url, ...(bearer && { bearer }) }, AbortSignal.timeout(60_000))
    try {
      return auth === "oauth" ? {} : { toolList: await opened.listTools() }
    } finally {
      await opened.close()
    }
  } catch (error) {
    const asksForSignIn = error instanceof ToolServerFailure && error.reason === "unauthorized"
    if (asksForSignIn && auth === "oauth") return error.challenge === undefined ? {} : { challenge: error.challenge }
    if (asksForSignIn && auth === "none") throw asksFor()
    throw refusalFor(error)
  }
}

function wantedSignIn({ url, clientId, clientSecret }: Wanted, challenge: string | undefined) {
  const typed = clientId === undefined ? undefined : { id: clientId, ...(clientSecret && { secret: clientSecret }) }
  return { url, mayRegister: true, ...(typed && { typed }), ...(challenge && { challenge }) }
}

/** The part that later sign-ins need. They ask the server for the rest again. */
const lasting = ({ issuer, client }: SignInPlace): SignInPlace => ({ issuer, client })

function rowOf(cx: Context<Member>, id: string, { url, name, auth, credentials }: Wanted): Omit<ServerRow, "number"> {
  return {
    id,
    workspace_id: cx.workspaceId,
    name: name || new URL(url).hostname,
    ...{ url_sealed: sealUrl(cx, id, url), host: new URL(url).host, auth, credentials },
    ...{ place_sealed: null, left_out: "[]", paused_at: null, checked_at: null, failure: null, detached_at: null },
    attached_by: cx.accountId,
    due_at: cx.now(),
    created_at: cx.now(),
  }
}

const notHere = () =>
  invalidInput("This tool server isn't allowed.", "Ask the operator of this service to allow it.", "url")

const needsBearer = () => invalidInput("Token is required.", "Create a token on the server and paste it.", "bearer")

const asksFor = () => invalidInput("This server requires sign-in.", "Set Authentication to OAuth or Token.", "auth")

const alreadyThere = () => conflict("This tool server is already added.", "Use it or remove it first.")

const tooMany = () => conflict(`A workspace can have at most ${mostServers} tool servers.`, "Remove one first.")
