import { z } from "zod"
import { personAction } from "#access/action.ts"
import { everybody, listTokensOf } from "../tokens/index.ts"

const signIn = z.object({
  workspace: z.string().describe("The workspace's name in addresses."),
  server: z.string(),
  host: z.string(),
  isShared: z.boolean().describe("Whether all members act there by it."),
  scope: z.string().nullable(),
  signedInAt: z.int().describe("Epoch milliseconds."),
  expiresAt: z.int().nullable().describe("When it expires, before it is refreshed."),
})

export const listOwnToolSignIns = personAction("console", {
  input: z.object({}),
  output: z.object({ items: z.array(signIn) }),
  async run(cx) {
    const rows = await listTokensOf(cx, cx.accountId)
    const items = rows.map((row) => ({
      ...{ workspace: row.slug, server: row.name, host: row.host, isShared: row.holder === everybody },
      ...{ scope: row.scope, signedInAt: row.created_at, expiresAt: row.expires_at },
    }))
    return { items }
  },
})
