import { useState } from "react"
import { useHouse } from "../../kit/house.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Section } from "../../kit/section.tsx"
import { Stack } from "../../kit/stack.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import { When } from "../../kit/when.tsx"
import { stale, useChange } from "../ask.ts"
import { toast } from "../toast.ts"
import { ActionForm, ChangeButton } from "../ui/form.tsx"
import { Facts } from "../ui/values/facts.tsx"
import { State } from "../ui/values/state.tsx"
import { KeyFields } from "./key-fields.tsx"
import { type PaymentAccount, Webhook, webhookState } from "./webhook.tsx"

/** A Stripe account of the workspace; `isNext`: it waits for its webhook beside the account in use. */
export function AccountSection({ account, isNext }: { account: PaymentAccount; isNext: boolean }) {
  const { isSandbox } = useHouse()
  const { state, fault } = account
  const isReady = state !== "waiting"
  return (
    <Section
      title={isNext ? "Next Stripe account" : "Stripe account"}
      below={
        isReady
          ? state === "stopped"
            ? "Payments are unavailable."
            : "New sales go to this account."
          : "Add a webhook to start selling."
      }
    >
      <AccountFacts account={account} />
      {state === "stopped" && (
        <Notice tone="bad" title={fault?.message ?? "This account can’t take payments."}>
          {fault?.hint} We check every ten minutes and resume sales automatically.
        </Notice>
      )}
      <Webhook account={account} />
      {account.paymentDomain?.fault && (
        <Notice tone="note" title={account.paymentDomain.fault.message}>
          {account.paymentDomain.fault.hint}
        </Notice>
      )}
      {!isSandbox && isReady && <NewKeys account={account} />}
      {!isSandbox && <KeysTest account={account} />}
      <Remove account={account} />
    </Section>
  )
}

function AccountFacts({ account }: { account: PaymentAccount }) {
  const { publishableKey, isLive, state, fault, processorId, checkedAt, webhook, paymentDomain, createdAt } = account
  return (
    <Facts
      facts={[
        ["Status", <State key="state" {...stateWords[state]} />],
        ["Mode", isLive ? "Live" : "Test"],
        ["Publishable key", publishableKey],
        ["Account ID", processorId],
        ["Last checked", checkedAt !== null && <When key="checked" at={checkedAt} />],
        ["Webhook", <State key="webhook" {...webhookState(webhook)} />],
        ["Wallets", paymentDomain && <State key="wallets" {...walletsState(paymentDomain)} />],
        ["Last event", webhook.seenAt !== null && <When key="seen" at={webhook.seenAt} />],
        ["Last error", fault && state !== "stopped" && <LastFault key="fault" fault={fault} />],
        ["Added", <When key="added" at={createdAt} />],
      ]}
    />
  )
}

/** The wallets that the payment form offers beside cards. */
function walletsState({ wallets }: NonNullable<PaymentAccount["paymentDomain"]>) {
  if (wallets.length === 0) return { words: "None", tone: "note" } as const
  return { words: wallets.join(", "), tone: "good" } as const
}

const stateWords = {
  waiting: { words: "Incomplete", tone: "note" },
  ready: { words: "Active", tone: "good" },
  stopped: { words: "Unavailable", tone: "bad" },
} as const

function LastFault({ fault: { message, at } }: { fault: NonNullable<PaymentAccount["fault"]> }) {
  return (
    <>
      {message} <When at={at} />
    </>
  )
}

/** Replaces the keys of the same Stripe account, for example after they were revoked. */
function NewKeys({ account: { id, publishableKey } }: { account: PaymentAccount }) {
  const [stored, count] = useState(0)
  const set = useChange("set-payment-account", {
    makesStale: stale.accounts,
    isForm: true,
    onDone: () => {
      count(stored + 1)
      toast({ title: "Keys updated" })
    },
  })
  return (
    <Unfold label="Replace keys" about={publishableKey}>
      {/* Remounts the form after keys are stored, so that it does not keep the secret. */}
      <ActionForm key={stored} change={set} submit="Save keys" toInput={(typed) => ({ id, ...given(typed) })}>
        <KeyFields />
      </ActionForm>
    </Unfold>
  )
}

const given = ({ publishableKey, secretKey }: Record<string, string>) => ({ publishableKey, secretKey })

function KeysTest({ account: { id } }: { account: PaymentAccount }) {
  const ask = useChange("test-payment-account", { makesStale: [] })
  return (
    <Stack>
      <div>
        <ChangeButton variant="default" size="sm" label="Test keys" change={ask} input={{ id }} />
      </div>
      {ask.data && !ask.isPending && (
        <Notice tone={ask.data.isFine ? "good" : "bad"} title={ask.data.message}>
          {ask.data.hint}
        </Notice>
      )}
    </Stack>
  )
}

function Remove({ account: { id, publishableKey, state } }: { account: PaymentAccount }) {
  const remove = useChange("remove-payment-account", { makesStale: stale.accounts, says: "Account removed" })
  return (
    <Unfold label="Remove" about={publishableKey}>
      <p>
        {state === "waiting"
          ? "These keys aren’t used."
          : "Paid offers stop selling until you connect another account. Past sales can still be refunded."}
      </p>
      <ChangeButton variant="danger" label="Remove account" change={remove} input={{ id }} />
    </Unfold>
  )
}
