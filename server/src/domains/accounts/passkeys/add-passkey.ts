import type { RegistrationResponseJSON } from "@simplewebauthn/server"
import { z } from "zod"
import { personAction } from "#access/action.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { enqueue } from "#jobs/job-store.ts"
import { conflict } from "#kernel/error.ts"
import { passkeyName } from "./passkey.ts"
import { readResponse, verifyRegistration } from "./passkey-ceremony.ts"
import { insertPasskey } from "./passkey-store.ts"

export const addPasskey = personAction("console", {
  input: z.object({ name: passkeyName, response: z.string().max(16_000).describe("What the browser made, as JSON.") }),
  output: z.object({ id: z.string() }),
  async run(cx, { name, response }) {
    const made = await verifyRegistration(cx, readResponse<RegistrationResponseJSON>(response), cx.accountId)
    const passkey = {
      id: made.id,
      account_id: cx.accountId,
      name,
      public_key: Buffer.from(made.publicKey).toString("base64url"),
      counter: made.counter,
      transports: JSON.stringify(made.transports ?? []),
      created_at: cx.now(),
      last_used_at: null,
    }
    const isNew = await cx.atomically(async (cx) => {
      if (!(await insertPasskey(cx, passkey))) return false
      const payload = { accountId: cx.accountId, passkeyId: made.id, name, at: cx.now() }
      await enqueue(cx, "mail-passkey", { payload })
      return true
    })
    if (!isNew) throw alreadyThere()
    recordSecurityEvent(cx, "passkey_added", { accountId: cx.accountId, network: cx.network })
    return { id: made.id }
  },
})

const alreadyThere = () => conflict("This passkey is already added.", "Use it to sign in or add another one.")
