import { Button } from "../../kit/button.tsx"
import { useHouse } from "../../kit/house.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Stack } from "../../kit/stack.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import type { AnswerOf } from "../ask.ts"
import { Copied } from "../ui/copied.tsx"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
import { staleAccounts } from "./stale-accounts.ts"

export type PaymentAccount = AnswerOf<"list-payment-accounts">["items"][number]

export function webhookState({ madeBy, isSilent }: PaymentAccount["webhook"]) {
  if (madeBy === null) return { words: "Not made yet", tone: "note" } as const
  if (isSilent) return { words: "Silent", tone: "bad" } as const
  return { words: madeBy === "us" ? "Made by us" : "Made by hand", tone: "good" } as const
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
        <Notice tone="bad" title="Stripe’s webhook is silent: payments are found up to ten minutes late.">
          {isByHand
            ? "Look at it in Stripe’s dashboard: its address, its signing secret, and whether it is switched on. Or have it made for you."
            : "It may be switched off in Stripe’s dashboard, or something keeps Stripe away from its address. Make it again; if it stays silent, ask whoever runs this installation."}
        </Notice>
      )}
      {!isSandbox && (isSilent || fault || isByHand) && <MakeIt account={account} />}
      {!isSandbox && madeBy === null && <ByHand account={account} />}
    </Stack>
  )
}

function MakeIt({ account: { id, webhook } }: { account: PaymentAccount }) {
  const make = useChange("make-payment-hook", {
    makesStale: staleAccounts,
    onDone: ({ webhook }) => {
      if (webhook.madeBy === "us" && !webhook.fault) toast({ tone: "good", title: "The webhook is made." })
    },
  })
  return (
    <div>
      <Button variant="default" size="sm" isBusy={make.isPending} onClick={() => make.mutate({ id })}>
        {webhook.madeBy === "us" ? "Make the webhook again" : "Make the webhook for me"}
      </Button>
    </div>
  )
}

/** For a restricted key without the permission to create webhooks. */
function ByHand({ account: { id, publishableKey, webhookUrl } }: { account: PaymentAccount }) {
  const set = useChange("set-payment-account", {
    makesStale: staleAccounts,
    isForm: true,
    onDone: () => toast({ tone: "good", title: "From now on sales are charged on your account." }),
  })
  return (
    <Unfold label="Make the webhook by hand" about={publishableKey}>
      <Stack>
        <div>In Stripe’s dashboard, under Developers, Webhooks, add an endpoint with this address:</div>
        <Copied text={webhookUrl} />
        <ActionForm change={set} submit="Use this account" toInput={({ webhookSecret }) => ({ id, webhookSecret })}>
          <TextInput
            name="webhookSecret"
            label="Signing secret"
            description="Stripe shows it when the endpoint is made."
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
