import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import { areaWords, purchaseWords } from "../../../../server/src/contract/words.ts"
import { When } from "../../kit/when.tsx"
import { useChange } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { here } from "../console-data.ts"
import { ActionForm, SelectInput, TextInput } from "../ui/form.tsx"
import { dayColumn, moneyColumn, type TableColumn } from "../ui/lists/columns.tsx"
import { ListFrame } from "../ui/lists/list-frame.tsx"
import { useList } from "../ui/lists/use-list.ts"
import { Empty } from "../ui/page.tsx"
import { useAddress } from "../ui/use-address.ts"
import { Facts } from "../ui/values/facts.tsx"
import { TwoLines } from "../ui/values/two-lines.tsx"

const columns: readonly TableColumn<UnclearMoneyEntry>[] = [
  {
    title: "Buyer",
    width: "minmax(10rem, 2fr)",
    cell: ({ buyerEmail, reason }) => (
      <TwoLines below={reason} isNarrow>
        <bdi>{buyerEmail ?? "Unknown"}</bdi>
      </TwoLines>
    ),
  },
  moneyColumn("Amount", ({ amountCents }) => amountCents, { isWide: false }),
  { title: "Issue", width: "minmax(12rem, 4fr)", cell: ({ reason }) => <bdi>{reason}</bdi>, isWide: true },
  dayColumn("Created", ({ createdAt }) => createdAt),
]

const states = { label: "Status", by: "settled", options: { "": "Open", yes: "Resolved" } }

interface Props {
  /** The read for one workspace, or for all. */
  reads: "list-own-unclear-money" | "list-unclear-money"
  settles: Settles
  /** Who receives mails about unclear money. */
  mailed: string
}

export function UnclearMoneyPage({ reads, settles, mailed }: Props) {
  const { search } = useAddress()
  const isSettled = search.settled === "yes"
  return (
    <ListFrame
      title={areaWords.paymentIssues}
      below="Payments that need your decision."
      states={states}
      list={useList(reads, { isSettled })}
      columns={columns}
      empty={
        <Empty title={isSettled ? "No resolved issues" : "No payment issues"}>
          {isSettled ? "Resolved issues are kept here." : `New issues are emailed to ${mailed}.`}
        </Empty>
      }
      panel={{
        title: ({ amountCents, currency }) => formatAmount(amountCents, currency),
        content: (entry) => <EntrySheet entry={entry} settles={settles} />,
      }}
    />
  )
}

type UnclearMoneyEntry = AnswerOf<"list-own-unclear-money">["items"][number]
type Settles = "settle-own-unclear-money" | "settle-unclear-money"

type Decision = NonNullable<UnclearMoneyEntry["decision"]>

const decisions: Readonly<Record<Decision, string>> = {
  deliver: "Deliver anyway",
  refund: "Refund",
  outside: "Mark as resolved",
}

const outcomes: Readonly<Record<NonNullable<UnclearMoneyEntry["settledAs"]>, string>> = {
  delivered: purchaseWords.fulfilled,
  refunded: purchaseWords.refunded,
  outside: "Resolved manually",
  unpaid: purchaseWords.open,
}

function EntrySheet({ entry, settles }: { entry: UnclearMoneyEntry; settles: Settles }) {
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
                  View purchase
                </Link>
              )),
          ],
          ["Workspace", here().workspace === null && (entry.workspaceId ?? "Unknown")],
          ["Payment ID", paymentId],
          ["Checkout ID", sessionId],
          ["Created", <When key="created" at={entry.createdAt} />],
          ["Decision", decision && decisions[decision]],
          ["Decided", decidedAt !== null && <When key="decided" at={decidedAt} />],
          ["Outcome", settledAs && outcomes[settledAs]],
          ["Resolved", settledAt !== null && <When key="settled" at={settledAt} />],
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
  const submit = { deliver: "Deliver files", refund: `Refund ${amount}`, outside: "Mark as resolved" }
  const settle = useChange(settles, {
    makesStale: ["list-own-unclear-money", "list-unclear-money", "list-purchases", "get-purchase"],
    isForm: true,
    says: "Saved",
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
        label="Decision"
        value={decision}
        onChange={({ currentTarget }) => decide(currentTarget.value as Decision)}
        options={Object.entries(decisions)
          .filter(([value]) => value !== "deliver" || purchaseId !== null)
          .map(([value, label]) => ({ value, label }))}
      />
      <TextInput name="note" label="Note" dir="auto" />
    </ActionForm>
  )
}
