import { Spinner } from "../../kit/loading/spinner.tsx"
import { Refusal } from "../../kit/notice.tsx"
import { When } from "../../kit/when.tsx"
import { stale, useChange, useRead } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { Copied } from "../ui/copied.tsx"
import { SmallChange } from "../ui/form.tsx"
import { SidePanel } from "../ui/panels/panel.tsx"
import { Facts } from "../ui/values/facts.tsx"
import { State } from "../ui/values/state.tsx"
import { adviceFor, answerInWords, isArrived, stateOf } from "./answer-words.ts"
import type { ListedEndpoint } from "./listed-endpoint.ts"

interface Props {
  endpoint: ListedEndpoint
  eventId: string
  onClose(): void
}

type Delivery = AnswerOf<"get-webhook-delivery">

export function DeliverySheet({ endpoint, eventId, onClose }: Props) {
  const { data, error } = useRead("get-webhook-delivery", { id: endpoint.id, eventId })
  const mayRepeat = endpoint.disabledAt === null && endpoint.confirmedAt !== null
  return (
    <SidePanel title={data?.type ?? "Delivery"} onClose={onClose}>
      {error && <Refusal error={error} />}
      {!data && !error && <Spinner label="Loading…" />}
      {data && (
        <div className="delivery stack one-column gap-5 shrinks">
          <DeliveryFacts delivery={data} />
          {data.endedAt !== null && mayRepeat && <SendAgain id={endpoint.id} delivery={data} />}
          <section className="stack one-column gap-3 shrinks" aria-label="Tries">
            <h3>Tries</h3>
            {data.attempts.length === 0 && <p className="plain muted small">Not tried yet.</p>}
            {data.attempts.toReversed().map((attempt) => (
              <Try key={attempt.id} attempt={attempt} />
            ))}
          </section>
          <section className="stack one-column gap-3 shrinks" aria-label="Request body">
            <h3>Request body, {new Blob([data.body]).size.toLocaleString()} bytes</h3>
            <pre className="sunken smallest breaks">{data.body}</pre>
          </section>
        </div>
      )}
    </SidePanel>
  )
}

function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const { id, subject, sequence, occurredAt, dueAt, tries, endedAt } = delivery
  return (
    <Facts
      facts={[
        ["Status", <State key="state" {...stateOf(delivery)} />],
        ["Happened", <When key="at" at={occurredAt} />],
        ["Next try", tries > 0 && dueAt !== null && <When key="due" at={dueAt} />],
        ["Waits", endedAt === null && dueAt === null && "Until an earlier event about the same thing is done."],
        ["Event ID", <Copied key="id" text={id} />],
        ["About", <code key="subject">{subject}</code>],
        ["Sequence", sequence],
      ]}
    />
  )
}

function Try({ attempt: { at, ms, status, fault, answer, askedBy } }: { attempt: Delivery["attempts"][number] }) {
  const advice = adviceFor({ status, fault })
  return (
    <div className="stack one-column gap-3 shrinks">
      <p className="wrap middle gap-2-3 small">
        <State tone={isArrived(status) ? "good" : "bad"} words={answerInWords({ status, fault })} />
        <span>
          <When at={at} /> · {ms.toLocaleString()} ms{askedBy !== null && <> · sent again by {askedBy}</>}
        </span>
      </p>
      {advice && <p className="small">{advice}</p>}
      {answer && <pre className="sunken smallest breaks">{answer}</pre>}
    </div>
  )
}

function SendAgain({ id, delivery }: { id: string; delivery: Delivery }) {
  const send = useChange("send-webhook-again", { makesStale: stale.deliveries, says: "Sending it again" })
  return (
    <div>
      <SmallChange
        label="Send again"
        disabled={delivery.againAt !== null}
        change={send}
        input={{ id, eventId: delivery.id }}
      />
    </div>
  )
}
