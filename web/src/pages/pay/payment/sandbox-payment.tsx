import { type FormEvent, useState } from "react"
import { callApi } from "../../../api/call.ts"
import { useMutation } from "../../../api/use-mutation.ts"
import { Button } from "../../../kit/button.tsx"
import { TextField } from "../../../kit/field.tsx"
import { Notice } from "../../../kit/notice.tsx"
import { Refusal } from "../../../kit/refusal.tsx"
import type { SandboxAnswer } from "../handover-api.ts"
import { Authentication } from "./authentication.tsx"
import { TestCards } from "./test-cards.tsx"

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
