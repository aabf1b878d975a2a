import { z } from "zod"
import { personAction } from "#access/action.ts"
import { noPasskey, passkeyId, passkeyName } from "./passkey.ts"
import { updatePasskeyName } from "./passkey-store.ts"

export const renamePasskey = personAction("console", {
  input: z.object({ id: passkeyId, name: passkeyName }),
  output: z.object({ id: z.string() }),
  async run(cx, { id, name }) {
    const renamed = await cx.atomically((cx) => updatePasskeyName(cx, { accountId: cx.accountId, id }, name))
    if (!renamed) throw noPasskey()
    return { id }
  },
})
