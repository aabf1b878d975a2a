import { z } from "zod"
import { personAction } from "#access/action.ts"
import { listPasskeysOf } from "./passkey-store.ts"

export const listPasskeys = personAction("console", {
  input: z.object({}),
  output: z.object({
    items: z.array(z.object({ id: z.string(), name: z.string(), createdAt: z.int(), lastUsedAt: z.int().nullable() })),
  }),
  async run(cx) {
    const passkeys = await listPasskeysOf(cx, cx.accountId)
    return {
      items: passkeys.map(({ id, name, created_at, last_used_at }) => {
        return { id, name, createdAt: created_at, lastUsedAt: last_used_at }
      }),
    }
  },
})
