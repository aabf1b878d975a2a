import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useHouse } from "../../kit/house.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Section } from "../../kit/section.tsx"
import { readOf } from "../ask.ts"
import { ActionForm } from "../ui/form.tsx"
import { View as Frame } from "../ui/page.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
import { AccountSection } from "./account-section.tsx"
import { KeyFields } from "./key-fields.tsx"
import { staleAccounts } from "./stale-accounts.ts"

/** The Stripe account that sales are charged on: the workspace's own, or the installation's. */
export function View() {
  const { isSandbox } = useHouse()
  const accounts = useQuery(readOf("list-payment-accounts", {})).data?.items ?? []
  const [stored, count] = useState(0)
  const selling = useQuery(readOf("get-selling", {})).data
  // The account's own section already shows what it waits for, or why it stopped.
  const isWaiting = accounts.length === 1 && accounts[0]?.state === "waiting"
  const isSaidBelow = isWaiting || accounts.some(({ state }) => state === "stopped")
  return (
    <Frame title="Payouts" below="Sales are charged on a Stripe account, which pays them out." isNarrow>
      {isSandbox && (
        <Notice tone="note" title="This installation is a sandbox: no money moves.">
          Sales are paid with test cards, whatever keys stand here. Keys can be stored already.
        </Notice>
      )}
      {selling?.problem && !isSaidBelow && (
        <Notice tone={accounts.length === 0 ? "note" : "bad"} title={selling.problem.message}>
          {selling.mayUseOwnKeys && accounts.length === 0 ? addOne : selling.problem.hint}
        </Notice>
      )}
      {!isSandbox && selling?.account === "installation" && (
        <Notice tone="note" title="Sales are charged on the installation’s account.">
          Whoever runs this installation receives the money.
        </Notice>
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

const addOne = "Add the workspace’s Stripe account here. Free offers need none."

/** Asks only for the keys; the service creates the webhook with them. */
function NewAccount({ isFirst, onStored }: { isFirst: boolean; onStored(): void }) {
  const set = useChange("set-payment-account", {
    makesStale: staleAccounts,
    isForm: true,
    onDone: ({ state }) => {
      onStored()
      const isInUse = state === "ready"
      toast({
        tone: "good",
        title: isInUse ? "Sales are charged on your account from now on." : "The keys are stored.",
      })
    },
  })
  return (
    <Section
      title={isFirst ? "Add your Stripe account" : "Change to another Stripe account"}
      below="Both keys are in Stripe’s dashboard, under Developers, API keys. The secret key is stored sealed, and never shown again."
    >
      <ActionForm
        change={set}
        submit="Use this account"
        toInput={({ publishableKey, secretKey }) => ({ publishableKey, secretKey })}
      >
        <KeyFields />
      </ActionForm>
    </Section>
  )
}
