import { When } from "../../kit/when.tsx"
import { type AnswerOf, pagesOf } from "../ask.ts"
import { Filter } from "../ui/filter.tsx"
import { useList } from "../ui/list.ts"
import { Empty } from "../ui/page.tsx"
import { State } from "../ui/state.tsx"
import { ListTable, type TableColumn } from "../ui/table.tsx"
import { TwoLines } from "../ui/two-lines.tsx"
import { useAddress } from "../ui/use-address.ts"
import { answerInWords, stateOf } from "./answer-words.ts"
import { SendFailedAgain } from "./send-failed-again.tsx"

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
  { title: "Happened", width: "12rem", cell: ({ occurredAt }) => <When at={occurredAt} />, isWide: true },
]

const outcomes = [
  { value: "", label: "All outcomes" },
  { value: "delivered", label: "Delivered" },
  { value: "failed", label: "Failed" },
  { value: "waiting", label: "Waiting" },
]

/** The deliveries of the last 30 days. The filter and the open one are in the address. */
export function Deliveries({ id, mayRepeat }: { id: string; mayRepeat: boolean }) {
  const { search, go } = useAddress()
  const outcome = search.outcome as ListedDelivery["outcome"] | undefined
  const list = useList(pagesOf("list-webhook-deliveries", { id, ...(outcome && { outcome }) }), ({ items }) => items)
  return (
    <section className="deliveries" aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
      <div className="actions">
        <Filter label="Outcome" value={outcome ?? ""} options={outcomes} onChoose={(outcome) => go({ outcome })} />
        {mayRepeat && <SendFailedAgain id={id} />}
      </div>
      <ListTable
        label="Deliveries"
        columns={columns}
        list={list}
        empty={<NoDeliveries isFiltered={outcome !== undefined} />}
        onOpen={({ id }) => go({ event: id })}
      />
    </section>
  )
}

function NoDeliveries({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No results">Choose another outcome.</Empty>
  return <Empty title="Nothing sent yet">Each event appears here with the responses to it, for 30 days.</Empty>
}
