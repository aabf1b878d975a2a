import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { limitHourly } from "#access/limits/hourly-limit.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { conflict } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { makeHook } from "./make-hook.ts"
import { notYourPaymentAccount, ownPaymentAccount } from "./own-payment-account.ts"
import { listPaymentAccountRows } from "./payment-account-store.ts"
import { showPaymentAccount } from "./show-payment-accounts.ts"

const perHour = 10

/** Replaces the webhook of a processor account if it is silent, missing, or was made by hand. */
export const makePaymentHook = workspaceAction("admin", "console", {
  changes: ["payment-accounts"],
  input: z.object({ id: idInput }),
  output: ownPaymentAccount,
  async run(cx, { id }) {
    if (!(await listPaymentAccountRows(cx)).some((row) => row.id === id)) throw notYourPaymentAccount()
    await limitHourly(cx, `payment-hook:${cx.workspaceId}`, { hits: perHour, sentence: tooMany })
    if (!(await makeHook(cx, id))) throw beingMade()
    const { accountId, workspaceId, network } = cx
    recordSecurityEvent(cx, "payment_account_changed", { accountId, workspaceId, reason: "new_hook", network })
    return showPaymentAccount(cx, id)
  },
})

const tooMany = "Too many webhooks were created in the last hour."

const beingMade = () => conflict("The webhook is being created.", "Try again in a minute.")
