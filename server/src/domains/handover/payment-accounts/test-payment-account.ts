import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { limitHourly } from "#access/limits/hourly-limit.ts"
import { type KeysVerdict, ProcessorError } from "#adapters/payments/port.ts"
import { idInput } from "#kernel/id-input.ts"
import { notYourPaymentAccount } from "./own-payment-account.ts"
import { unsealKeys } from "./payment-account.ts"
import { listPaymentAccountRows } from "./payment-account-store.ts"
import { faultWords } from "./processor-account-words.ts"

const perHour = 30

/** Asks about the stored keys of an account, also before its webhook is set. Moves no money and changes nothing. */
export const testPaymentAccount = workspaceAction("admin", "console", {
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

const tooMany = "Keys were tested too often in the last hour."

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
        message: `The secret key can’t read ${verdict.right} in Stripe.`,
        hint: faultWords["right-missing"].hint,
      }
    default:
      return words[verdict.finding]
  }
}

const allFine = { message: "Both keys work.", hint: null }

const fineAlone = {
  message: "Both keys work.",
  hint: "The restricted key can’t read tokens, so we couldn’t compare their accounts.",
}

const words = {
  ...faultWords,
  "publishable-refused": {
    message: "Stripe doesn’t accept the publishable key.",
    hint: "Copy it again from Stripe under Developers, API keys.",
  },
  "two-accounts": {
    message: "The keys belong to different accounts.",
    hint: "Copy both from the same Stripe account, in the same mode.",
  },
  "no-answer": {
    message: "Stripe didn’t respond, so the keys weren’t tested.",
    hint: "Try again in a minute, or contact the operator.",
  },
  sandbox: {
    message: "Keys can’t be tested in the sandbox.",
    hint: "Test them once the installation uses Stripe.",
  },
} as const
