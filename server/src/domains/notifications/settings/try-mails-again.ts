import { z } from "zod"
import { personAction } from "#access/action.ts"
import { getAccount } from "#domains/accounts/index.ts"
import { addressState, forgive, getAddressState } from "#domains/mails/index.ts"

/** Mails the caller's notifications again, after three mails in a row did not arrive. */
export const tryMailsAgain = personAction("console", {
  input: z.object({}),
  output: z.object({ address: addressState }),
  async run(cx) {
    const { email } = await getAccount(cx, cx.accountId)
    await cx.atomically((cx) => forgive(cx, email))
    return { address: await getAddressState(cx, email) }
  },
})
