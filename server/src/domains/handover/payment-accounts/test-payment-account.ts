import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { limitHourly } from "#access/hourly-limit.ts"
import { type KeysVerdict, ProcessorError } from "#adapters/payments/port.ts"
import { idInput } from "#kernel/id-input.ts"
import { notYourPaymentAccount } from "./own-payment-account.ts"
import { unsealKeys } from "./payment-account.ts"
import { listPaymentAccountRows } from "./payment-account-store.ts"
import { faultWords } from "./processor-account-words.ts"

const perHour = 30

/** Asks about the stored keys of an account, also before its webhook is set. Moves no money and changes nothing. */
export const testPaymentAccount = workspaceAction({
  scope: "console",
  role: "admin",
  input: z.object({ id: idInput }),
  output: z.object({
    isFine: z.boolean(),
    message: z.string().describe("What was found, in a sentence."),
    hint: z.string().nullable().describe("What to do about it."),
  }),
  async run(cx, { id }) {
    const row = (await listPaymentAccountRows(cx)).find((row) => row.id === id)
    if (!row) throw notYourPaymentAccount()
    await limitHourly(cx, `test-keys:${cx.workspaceId}`, { hits: perHour, sentence: tooMany })
    const verdict = await cx.payments.testKeys(unsealKeys(cx.keyring, row)).catch(noAnswer)
    return { isFine: verdict.finding === "fine", ...sayOf(verdict) }
  },
})

const tooMany = "The keys of this workspace were tested too often in the last hour."

/** A missing or meaningless response is a finding, too: the test has no effects, so it need not fail. */
function noAnswer(error: unknown): KeysVerdict | { finding: "no-answer" } {
  if (error instanceof ProcessorError) return { finding: "no-answer" }
  throw error
}

function sayOf(verdict: KeysVerdict | { finding: "no-answer" }): { message: string; hint: string | null } {
  switch (verdict.finding) {
    case "fine":
      return verdict.isCompared ? allFine : fineAlone
    case "right-missing":
      return {
        message: `The secret key may not read ${verdict.right} at Stripe.`,
        hint: faultWords["right-missing"].hint,
      }
    default:
      return words[verdict.finding]
  }
}

const allFine = { message: "Stripe knows both keys, and they are one account’s.", hint: null }

const fineAlone = {
  message: "Stripe knows both keys, and the secret one may do what is needed.",
  hint: "Whether both are one account’s was not compared: the restricted key may not read tokens.",
}

const words = {
  ...faultWords,
  "publishable-refused": {
    message: "Stripe does not accept the publishable key: it was revoked, or was copied wrongly.",
    hint: "Copy it again from Stripe’s dashboard, under Developers, API keys.",
  },
  "two-accounts": {
    message: "The two keys are not of one account: buyers could not pay.",
    hint: "Copy both from the same account in Stripe’s dashboard, in the same mode.",
  },
  "no-answer": {
    message: "Stripe did not answer, or not in a way that says anything of the keys.",
    hint: "Try again in a minute. If it stays like this, ask whoever runs this installation.",
  },
  sandbox: {
    message: "This installation is a sandbox, which asks no processor about keys.",
    hint: "They are tried once it charges through Stripe.",
  },
} as const
