import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Reading } from "#access/context.ts"
import { roleCovers } from "#access/roles.ts"
import { conflict, invalidInput, ServiceError } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { credentialHolder } from "../calls/index.ts"
import {
  lockServerRow,
  noSuchServer,
  noteServerChange,
  ownServer,
  type ServerRow,
  unsealPlace,
  unsealUrl,
} from "../servers/index.ts"
import { findTokenRow, keepToken } from "../tokens/index.ts"
import { bearerInput } from "./bearer-input.ts"
import { beginSignIn, signInTarget } from "./begin-sign-in.ts"
import { insertServerSignIn } from "./sign-in-store.ts"

/** Members sign in for themselves; only admins sign in for the workspace. */
export const signInToToolServer = workspaceAction("member", "console", {
  changes: ["tool-servers"],
  input: z.object({
    id: idInput,
    bearer: bearerInput.optional().describe("The token, for a server that takes one."),
    scope: z
      .string()
      .regex(/^[\x21\x23-\x5b\x5d-\x7e ]{1,1000}$/, "is not a list of scopes")
      .optional()
      .describe("More rights than it names by itself, because it asked for them."),
  }),
  output: z.object({ signIn: signInTarget.nullable().describe("Null where that was all.") }),
  async run(cx, { id, bearer, scope }) {
    const server = await ownServer(cx, cx, id)
    const holder = credentialHolder({ server, accountId: cx.accountId })
    if (holder === null) throw needsNone(server)
    if (server.credentials === "shared" && !roleCovers(cx.role, "admin")) throw adminsOnly()
    const { accountId, workspaceId, keyring } = cx
    if (server.auth === "bearer") {
      if (bearer === undefined) throw needsBearer()
      const secrets = { tokens: { access: bearer } }
      await cx.atomically(async (cx) => {
        if (!(await lockServerRow(cx, id))) throw noSuchServer()
        await keepToken({ ...cx, keyring }, { workspaceId, serverId: id, holder, accountId, secrets })
      })
      noteServerChange(cx, "signed_in")
      return { signIn: null }
    }
    const known = unsealPlace(cx, server)
    const who = { serverId: id, holder, accountId, sessionId: cx.sessionId }
    const more = scope === undefined ? {} : { scope: await withGranted(cx, { serverId: id, holder }, scope) }
    const asked = { url: unsealUrl(cx, server), mayRegister: false, ...(known && { known }), ...more }
    const { target, row } = await beginSignIn(cx, who, asked)
    await cx.atomically((cx) => insertServerSignIn(cx, row))
    return { signIn: target }
  },
})

/** Asks for the granted scope too, because the new sign-in replaces the old one. */
async function withGranted(cx: Reading, at: { serverId: string; holder: string }, scope: string): Promise<string> {
  const granted = (await findTokenRow(cx, at.serverId, at.holder))?.scope?.split(" ") ?? []
  return [...new Set([...granted, ...scope.split(" ")])].filter(Boolean).join(" ")
}

const needsNone = ({ name }: ServerRow) => conflict(`${name} doesn't require sign-in.`, "Use it without signing in.")

const adminsOnly = () =>
  new ServiceError("workspace_forbidden", "Only admins can sign in to a shared server.", {
    hint: "Ask an admin of the workspace.",
    neededRole: "admin",
  })

const needsBearer = () => invalidInput("Token is required.", "Create a token on the server and paste it.", "bearer")
