import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { roles } from "#access/roles.ts"
import { getAccount } from "#domains/accounts/index.ts"
import { getByToken, invitationToken } from "./invitation-token.ts"

/** Returns what an invitation's page shows to anyone with the link. */
export const getInvitation = publicAction({
  input: z.object({ token: invitationToken }),
  output: z.object({
    workspaceName: z.string(),
    inviter: z.string(),
    email: z.string(),
    role: z.enum(roles),
    isForCaller: z.boolean().describe("Whether the caller is signed in with the invited address."),
  }),
  async run(cx, { token }) {
    const { workspaceName, inviterName, inviterEmail, email, role } = await getByToken(cx, token)
    const account = cx.caller.kind === "anonymous" ? undefined : await getAccount(cx, cx.caller.accountId)
    return { workspaceName, inviter: inviterName ?? inviterEmail, email, role, isForCaller: account?.email === email }
  },
})
