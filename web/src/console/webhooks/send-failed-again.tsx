import { Unfold } from "../../kit/unfold.tsx"
import { ActionForm, SelectInput } from "../ui/form.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
import { staleDeliveries } from "./stale-webhooks.ts"

const hourMs = 3_600_000

const spans = [
  { value: "1", label: "Last hour" },
  { value: "24", label: "Last 24 hours" },
  { value: "168", label: "Last 7 days" },
  { value: "720", label: "Last 30 days" },
]

/** Sends the failed events of a span again. */
export function SendFailedAgain({ id }: { id: string }) {
  const send = useChange("send-failed-webhooks-again", {
    makesStale: staleDeliveries,
    isForm: true,
    onDone: ({ count, isMore }) => toast({ ...said(count, isMore) }),
  })
  return (
    <Unfold label="Send failed again" about="deliveries">
      <p>Up to 1,000 events, oldest first. Each keeps its ID, so that your receiver can skip one that it has.</p>
      <ActionForm
        change={send}
        submit="Send again"
        tone="default"
        toInput={({ hours }) => ({ id, from: Date.now() - Number(hours) * hourMs, until: Date.now() })}
      >
        <SelectInput name="hours" label="Failed events of the" options={spans} />
      </ActionForm>
    </Unfold>
  )
}

function said(count: number, isMore: boolean) {
  if (count === 0) return { title: "No failed events in that time" }
  const title = count === 1 ? "Sending 1 event again" : `Sending ${count.toLocaleString()} events again`
  return isMore ? { title, text: "There may be more. Repeat this once these were sent." } : { title }
}
