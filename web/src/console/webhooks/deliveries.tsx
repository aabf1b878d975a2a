import { Unfold } from "../../kit/unfold.tsx"
import { When } from "../../kit/when.tsx"
import { stale, useChange } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { toast } from "../toast.ts"
import { ActionForm, SelectInput } from "../ui/form.tsx"
import { type TableColumn, timeColumn } from "../ui/lists/columns.tsx"
import { Filter } from "../ui/lists/filter.tsx"
import { ListView } from "../ui/lists/list-frame.tsx"
import { useList } from "../ui/lists/use-list.ts"
import { Empty } from "../ui/page.tsx"
import { useAddress } from "../ui/use-address.ts"
import { State } from "../ui/values/state.tsx"
import { TwoLines } from "../ui/values/two-lines.tsx"
import { answerInWords, stateOf } from "./answer-words.ts"

export type ListedDelivery = AnswerOf<"list-webhook-deliveries">["items"][number]

const columns: readonly TableColumn<ListedDelivery>[] = [
  {
    title: "Event",
    width: "minmax(10rem, 2fr)",
    cell: ({ type, occurredAt }) => (
      <TwoLines below={<When at={occurredAt} />} isNarrow>
        {type}
      </TwoLines>
    ),
  },
  { title: "Status", width: "9rem", cell: (delivery) => <State {...stateOf(delivery)} /> },
  { title: "Last response", width: "12rem", cell: ({ last }) => (last ? answerInWords(last) : ""), isWide: true },
  { title: "About", width: "minmax(8rem, 1fr)", cell: ({ subject }) => <code>{subject}</code>, isWide: true },
  timeColumn("Happened", ({ occurredAt }) => occurredAt),
]

const outcomes = [
  { value: "delivered", label: "Delivered" },
  { value: "failed", label: "Failed" },
  { value: "waiting", label: "Waiting" },
]

/** The deliveries of the last 30 days. The filter and the open one are in the address. */
export function Deliveries({ id, mayRepeat }: { id: string; mayRepeat: boolean }) {
  const { search, go } = useAddress()
  return (
    <section className="deliveries stack one-column gap-4 shrinks" aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
      <div className="wrap top gap-3">
        <Filter label="Outcome" by="outcome" all="All outcomes" options={outcomes} />
        {mayRepeat && <SendFailedAgain id={id} />}
      </div>
      <ListView
        label="Deliveries"
        list={useList("list-webhook-deliveries", { outcome: search.outcome }, { also: { id } })}
        columns={columns}
        unfound="Choose another outcome."
        empty={<Empty title="Nothing sent yet">Each event appears here with the responses to it, for 30 days.</Empty>}
        onOpen={({ id }) => go({ event: id })}
      />
    </section>
  )
}

const hourMs = 3_600_000

const spans = [
  { value: "1", label: "Last hour" },
  { value: "24", label: "Last 24 hours" },
  { value: "168", label: "Last 7 days" },
  { value: "720", label: "Last 30 days" },
]

function SendFailedAgain({ id }: { id: string }) {
  const send = useChange("send-failed-webhooks-again", {
    makesStale: stale.deliveries,
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
