import { useState } from "react"
import { Button } from "../../kit/button.tsx"
import { useHouse } from "../../kit/house.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Section } from "../../kit/section.tsx"
import { Stack } from "../../kit/stack.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import { When } from "../../kit/when.tsx"
import { Facts } from "../ui/facts.tsx"
import { ActionForm } from "../ui/form.tsx"
import { State } from "../ui/state.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
import { KeyFields } from "./key-fields.tsx"
import { staleAccounts } from "./stale-accounts.ts"
import { type PaymentAccount, Webhook, webhookState } from "./webhook.tsx"

/** A Stripe account of the workspace; `isNext`: it waits for its webhook beside the account in use. */
export function AccountSection({ account, isNext }: { account: PaymentAccount; isNext: boolean }) {
  const { isSandbox } = useHouse()
  const { state, fault } = account
  const isReady = state !== "waiting"
  return (
    <Section
      title={isNext ? "Your next Stripe account" : "Your Stripe account"}
      below={
        isReady
          ? state === "stopped"
            ? "Nothing can be charged here at the moment."
            : "New sales are charged here."
          : "Sales are charged on this account once there is a webhook, by which Stripe tells of payments."
      }
    >
      <AccountFacts account={account} />
      {state === "stopped" && (
        <Notice tone="bad" title={fault?.message ?? "The account cannot be charged."}>
          {fault?.hint} We look at it every ten minutes; once it can be charged, your offers are for sale again.
        </Notice>
      )}
      <Webhook account={account} />
      {!isSandbox && isReady && <NewKeys account={account} />}
      {!isSandbox && <KeysTest account={account} />}
      <Remove account={account} />
    </Section>
  )
}

function AccountFacts({ account }: { account: PaymentAccount }) {
  const { publishableKey, isLive, state, fault, processorId, checkedAt, webhook, createdAt } = account
  return (
    <Facts
      facts={[
        ["State", <State key="state" {...stateWords[state]} />],
        ["Money", isLive ? "Live keys: real money" : "Test keys: no money moves"],
        ["Publishable key", publishableKey],
        ["Stripe’s id", processorId],
        ["Last looked at", checkedAt !== null && <When key="checked" at={checkedAt} />],
        ["Webhook", <State key="webhook" {...webhookState(webhook)} />],
        ["Last event", webhook.seenAt !== null && <When key="seen" at={webhook.seenAt} />],
        ["Last fault", fault && state !== "stopped" && <LastFault key="fault" fault={fault} />],
        ["Added", <When key="added" at={createdAt} />],
      ]}
    />
  )
}

const stateWords = {
  waiting: { words: "Waits for its webhook", tone: "note" },
  ready: { words: "In use", tone: "good" },
  stopped: { words: "Stopped", tone: "bad" },
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
    makesStale: staleAccounts,
    isForm: true,
    onDone: () => {
      count(stored + 1)
      toast({ tone: "good", title: "The new keys are in use." })
    },
  })
  return (
    <Unfold label="Enter new keys" about={publishableKey}>
      {/* Remounts the form after keys are stored, so that it does not keep the secret. */}
      <ActionForm key={stored} change={set} submit="Use these keys" toInput={(typed) => ({ id, ...given(typed) })}>
        <KeyFields />
      </ActionForm>
    </Unfold>
  )
}

const given = ({ publishableKey, secretKey }: Record<string, string>) => ({ publishableKey, secretKey })

/** Tests the stored keys against Stripe. */
function KeysTest({ account: { id } }: { account: PaymentAccount }) {
  const ask = useChange("test-payment-account", { makesStale: [] })
  return (
    <Stack>
      <div>
        <Button variant="default" size="sm" isBusy={ask.isPending} onClick={() => ask.mutate({ id })}>
          Test these keys
        </Button>
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
  const remove = useChange("remove-payment-account", {
    makesStale: staleAccounts,
    onDone: () => toast({ tone: "good", title: "Nothing is charged on that account any more." }),
  })
  return (
    <Unfold label="Remove" about={publishableKey}>
      <p>
        {state === "waiting"
          ? "The keys are not used."
          : "Offers with a price cannot be bought until you add another account. Sales made here can still be paid back. The webhook that we made is removed at Stripe."}
      </p>
      <Button variant="danger" isBusy={remove.isPending} onClick={() => remove.mutate({ id })}>
        Remove the account
      </Button>
    </Unfold>
  )
}
