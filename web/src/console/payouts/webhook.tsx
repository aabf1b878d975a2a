import { useHouse } from "../../kit/house.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Stack } from "../../kit/stack.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import { stale, useChange } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { toast } from "../toast.ts"
import { Copied } from "../ui/copied.tsx"
import { ActionForm, ChangeButton, TextInput } from "../ui/form.tsx"

export type PaymentAccount = AnswerOf<"list-payment-accounts">["items"][number]

export function webhookState({ madeBy, isSilent }: PaymentAccount["webhook"]) {
  if (madeBy === null) return { words: "Missing", tone: "note" } as const
  if (isSilent) return { words: "Failing", tone: "bad" } as const
  return { words: madeBy === "us" ? "Automatic" : "Manual", tone: "good" } as const
}

/** The problems of an account's webhook, and how to fix them. */
export function Webhook({ account }: { account: PaymentAccount }) {
  const { isSandbox } = useHouse()
  const { fault, isSilent, madeBy } = account.webhook
  const isByHand = madeBy === "seller"
  if (!fault && !isSilent && (isSandbox || madeBy === "us")) return null
  return (
    <Stack>
      {fault && (
        <Notice tone={madeBy === null ? "note" : "bad"} title={fault.message}>
          {fault.hint}
        </Notice>
      )}
      {isSilent && (
        <Notice tone="bad" title="No webhook events received. Payments may appear ten minutes late.">
          {isByHand
            ? "Check its URL, signing secret and status in Stripe, or create it here."
            : "Recreate it. If it still fails, contact the operator."}
        </Notice>
      )}
      {!isSandbox && (isSilent || fault || isByHand) && <MakeIt account={account} />}
      {!isSandbox && madeBy === null && <ByHand account={account} />}
    </Stack>
  )
}

function MakeIt({ account: { id, webhook } }: { account: PaymentAccount }) {
  const make = useChange("make-payment-hook", {
    makesStale: stale.accounts,
    onDone: ({ webhook }) => {
      if (webhook.madeBy === "us" && !webhook.fault) toast({ title: "Webhook created" })
    },
  })
  return (
    <div>
      <ChangeButton
        variant="default"
        size="sm"
        label={webhook.madeBy === "us" ? "Recreate webhook" : "Create webhook"}
        change={make}
        input={{ id }}
      />
    </div>
  )
}

/** The form for a webhook that the seller makes at Stripe, because their restricted key may not create webhooks. */
function ByHand({ account: { id, publishableKey, webhookUrl } }: { account: PaymentAccount }) {
  const set = useChange("set-payment-account", {
    makesStale: stale.accounts,
    isForm: true,
    says: "Stripe account connected",
  })
  return (
    <Unfold label="Add webhook manually" about={publishableKey}>
      <Stack>
        <div>In Stripe, under Developers, Webhooks, add this endpoint:</div>
        <Copied text={webhookUrl} />
        <ActionForm change={set} submit="Save secret" toInput={({ webhookSecret }) => ({ id, webhookSecret })}>
          <TextInput
            name="webhookSecret"
            label="Signing secret"
            type="password"
            placeholder="whsec_…"
            autoComplete="off"
            required
          />
        </ActionForm>
      </Stack>
    </Unfold>
  )
}
