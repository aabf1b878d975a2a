import { z } from "zod"
import { personAction } from "#access/action.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { noPasskey, passkeyId } from "./passkey.ts"
import { deletePasskey } from "./passkey-store.ts"

/** Removes a passkey, also the last one, since signing in by mail is always possible. */
export const removePasskey = personAction("console", {
  input: z.object({ id: passkeyId }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    if (!(await cx.atomically((cx) => deletePasskey(cx, cx.accountId, id)))) throw noPasskey()
    recordSecurityEvent(cx, "passkey_removed", { accountId: cx.accountId, network: cx.network })
    return { id }
  },
})
