import { type FormEvent, useState } from "react"
import { callApi } from "../../../api/call.ts"
import { useMutation } from "../../../api/use-mutation.ts"
import { Button } from "../../../kit/button.tsx"
import { TextField } from "../../../kit/field.tsx"
import { Notice, Refusal } from "../../../kit/notice.tsx"
import type { SandboxAnswer } from "../handover-api.ts"
import testCardsStyles from "./test-cards.module.css"

interface Props {
  sessionId: string
  /** The formatted amount to pay. */
  amount: string
  onPaid: (sessionId: string) => void
  onLeave: () => void
}

/** The sandbox's payment form. It accepts only test numbers, and no money moves. */
export function SandboxPayment({ sessionId, amount, onPaid, onLeave }: Props) {
  const [card, setCard] = useState("")
  const pay = usePayment(sessionId, onPaid)
  const isAnswering = pay.pending !== undefined && "action" in pay.pending
  if (isAnswering || pay.answer?.status === "needs_authentication") {
    return <Authentication isPending={pay.isPending} onAnswer={(action) => pay.mutate({ action })} />
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    pay.mutate({ card })
  }

  const refused = pay.answer?.status === "failed" ? pay.answer : undefined
  return (
    <form className="stack gap-4" onSubmit={submit}>
      <Notice tone="note" title="Sandbox payment">
        Use a test number below, never a real card.
      </Notice>
      <TextField
        label="Card number"
        inputMode="numeric"
        autoComplete="off"
        required
        placeholder="4242 4242 4242 4242"
        value={card}
        onChange={(event) => setCard(event.currentTarget.value)}
      />
      {refused && <Refusal error={{ name: refused.status, message: refused.message, hint: refused.next }} />}
      {pay.error && <Refusal error={pay.error} />}
      <Button type="submit" size="lg" isWide isBusy={pay.isPending}>
        Pay {amount}
      </Button>
      <TestCards onChoose={setCard} />
      <Button variant="subtle" onClick={onLeave}>
        Back
      </Button>
    </form>
  )
}

function usePayment(sessionId: string, onPaid: Props["onPaid"]) {
  const path = `/sandbox/sessions/${encodeURIComponent(sessionId)}/pay`
  return useMutation({
    run: (step: { card: string } | { action: string }) => callApi<SandboxAnswer>(path, { body: step }),
    onSuccess: ({ status }) => {
      if (status === "paid" || status === "pending") onPaid(sessionId)
    },
  })
}

interface AuthenticationProps {
  isPending: boolean
  onAnswer: (action: "authenticate" | "fail_authentication") => void
}

/** The sandbox's 3-D Secure step: the buyer chooses the bank's answer. */
function Authentication({ isPending, onAnswer }: AuthenticationProps) {
  return (
    <div className="stack gap-4">
      <Notice tone="note" title="Confirm this payment">
        Your bank shows this step for real cards (3-D Secure).
      </Notice>
      <Button size="lg" isWide isBusy={isPending} onClick={() => onAnswer("authenticate")}>
        Confirm payment
      </Button>
      <Button isWide variant="default" disabled={isPending} onClick={() => onAnswer("fail_authentication")}>
        Decline payment
      </Button>
    </div>
  )
}

const testCards = [
  { number: "4242 4242 4242 4242", does: "Succeeds" },
  { number: "4000 0025 0000 3155", does: "Requires 3-D Secure" },
  { number: "4000 0000 0000 0002", does: "Declined" },
  { number: "4000 0000 0000 9995", does: "Insufficient funds" },
  { number: "DE89 3704 0044 0532 0130 00", does: "Succeeds later" },
  { number: "DE62 3704 0044 0532 0130 01", does: "Fails later" },
]

/** Well-known test numbers and their effects; a click fills one in. */
function TestCards({ onChoose }: { onChoose: (number: string) => void }) {
  return (
    <fieldset className={`stack ${testCardsStyles.cards}`}>
      <legend>Test numbers</legend>
      {testCards.map(({ number, does }) => (
        <button
          key={number}
          type="button"
          className={`wrap between smaller ${testCardsStyles.card}`}
          onClick={() => onChoose(number)}
        >
          <span className={testCardsStyles.number}>{number}</span>
          <span className="muted">{does}</span>
        </button>
      ))}
    </fieldset>
  )
}
