import { useState } from "react"
import { useHouse } from "../../kit/house.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Section } from "../../kit/section.tsx"
import { stale, useChange, useRead } from "../ask.ts"
import { toast } from "../toast.ts"
import { ActionForm } from "../ui/form.tsx"
import { View as Frame } from "../ui/page.tsx"
import { AccountSection } from "./account-section.tsx"
import { KeyFields } from "./key-fields.tsx"

/** The Stripe account that sales are charged on: the workspace's own, or the installation's. */
export function View() {
  const { isSandbox } = useHouse()
  const accounts = useRead("list-payment-accounts", {}).data?.items ?? []
  const [stored, count] = useState(0)
  const selling = useRead("get-selling", {}).data
  // The account's own section already says why the account is waiting or stopped.
  const isWaiting = accounts.length === 1 && accounts[0]?.state === "waiting"
  const isSaidBelow = isWaiting || accounts.some(({ state }) => state === "stopped")
  return (
    <Frame title="Payouts" below="Connect Stripe to get paid." isNarrow>
      {isSandbox && (
        <Notice tone="note" title="Sandbox: no real money moves">
          Sales use test cards, whichever keys you add.
        </Notice>
      )}
      {selling?.problem && !isSaidBelow && (
        <Notice tone={accounts.length === 0 ? "note" : "bad"} title={selling.problem.message}>
          {selling.mayUseOwnKeys && accounts.length === 0 ? addOne : selling.problem.hint}
        </Notice>
      )}
      {!isSandbox && selling?.account === "installation" && (
        <Notice tone="note" title="Payments go to the operator’s Stripe account" />
      )}
      {accounts.map((account) => (
        <AccountSection
          key={account.id}
          account={account}
          isNext={account.state === "waiting" && accounts.length > 1}
        />
      ))}
      {/* Remounts the form after keys are stored, so that it does not keep the secret. */}
      {selling?.mayUseOwnKeys && (
        <NewAccount key={stored} isFirst={accounts.length === 0} onStored={() => count(stored + 1)} />
      )}
    </Frame>
  )
}

const addOne = "Free offers work without one."

/** Asks only for the keys; the service creates the webhook with them. */
function NewAccount({ isFirst, onStored }: { isFirst: boolean; onStored(): void }) {
  const set = useChange("set-payment-account", {
    makesStale: stale.accounts,
    isForm: true,
    onDone: ({ state }) => {
      onStored()
      const isInUse = state === "ready"
      toast({ title: isInUse ? "Stripe account connected" : "Keys saved" })
    },
  })
  return (
    <Section
      title={isFirst ? "Connect Stripe" : "Change Stripe account"}
      below="Find your keys in Stripe under Developers, API keys."
    >
      <ActionForm
        change={set}
        submit="Connect account"
        toInput={({ publishableKey, secretKey }) => ({ publishableKey, secretKey })}
      >
        <KeyFields />
      </ActionForm>
    </Section>
  )
}
