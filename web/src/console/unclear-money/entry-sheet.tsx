import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import { When } from "../../kit/when.tsx"
import type { AnswerOf } from "../ask.ts"
import { here } from "../here.ts"
import { Facts } from "../ui/facts.tsx"
import { ActionForm, SelectInput, TextInput } from "../ui/form.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"

export type UnclearMoneyEntry = AnswerOf<"list-own-unclear-money">["items"][number]
export type Settles = "settle-own-unclear-money" | "settle-unclear-money"

type Decision = NonNullable<UnclearMoneyEntry["decision"]>

const decisions: Readonly<Record<Decision, string>> = {
  deliver: "Hand the files over anyway",
  refund: "Pay it back",
  outside: "It was settled elsewhere",
}

const outcomes: Readonly<Record<NonNullable<UnclearMoneyEntry["settledAs"]>, string>> = {
  delivered: "Handed over",
  refunded: "Paid back",
  outside: "Settled elsewhere",
  unpaid: "It was not paid after all",
}

/** An unclear payment: what is unclear, and the decision or the options. */
export function EntrySheet({ entry, settles }: { entry: UnclearMoneyEntry; settles: Settles }) {
  const { purchaseId, buyerEmail, paymentId, sessionId, decision, decidedAt, settledAs, settledAt, note } = entry
  return (
    <>
      <p dir="auto">{entry.reason}</p>
      <Facts
        facts={[
          ["Buyer", buyerEmail && <bdi key="buyer">{buyerEmail}</bdi>],
          [
            "Purchase",
            purchaseId &&
              (here().workspace === null ? (
                purchaseId
              ) : (
                <Link key="purchase" to="/purchases" search={{ open: purchaseId } as never}>
                  Open it
                </Link>
              )),
          ],
          ["Workspace", here().workspace === null && (entry.workspaceId ?? "Not known")],
          ["Charge", paymentId],
          ["Session", sessionId],
          ["Since", <When key="since" at={entry.createdAt} />],
          ["Decided", decision && decisions[decision]],
          ["Decided at", decidedAt !== null && <When key="decided" at={decidedAt} />],
          ["Outcome", settledAs && outcomes[settledAs]],
          ["Settled at", settledAt !== null && <When key="settled" at={settledAt} />],
          ["Note", note && <bdi key="note">{note}</bdi>],
        ]}
      />
      {settledAt === null && decision !== "refund" && <DecisionForm entry={entry} settles={settles} />}
    </>
  )
}

function DecisionForm({ entry, settles }: { entry: UnclearMoneyEntry; settles: Settles }) {
  const { id, amountCents, currency, purchaseId } = entry
  const [decision, decide] = useState<Decision>("refund")
  const amount = formatAmount(amountCents, currency)
  const submit = { deliver: "Hand it over", refund: `Pay ${amount} back`, outside: "Mark it as settled" }
  const settle = useChange(settles, {
    makesStale: ["list-own-unclear-money", "list-unclear-money", "list-purchases", "get-purchase"],
    isForm: true,
    onDone: () => toast({ tone: "good", title: "It is decided." }),
  })
  return (
    <ActionForm
      change={settle}
      submit={submit[decision]}
      tone={decision === "refund" ? "danger" : "filled"}
      toInput={({ note }) => ({ id, decision, ...(note && { note }) })}
    >
      <SelectInput
        name="decision"
        label="What becomes of it"
        value={decision}
        onChange={({ currentTarget }) => decide(currentTarget.value as Decision)}
        options={Object.entries(decisions)
          .filter(([value]) => value !== "deliver" || purchaseId !== null)
          .map(([value, label]) => ({ value, label }))}
      />
      <TextInput name="note" label="Note" description="Why, or how. It is kept with the record." dir="auto" />
    </ActionForm>
  )
}
