import { useNavigate } from "@tanstack/react-router"
import { Button } from "../../kit/button.tsx"
import { Notice } from "../../kit/notice.tsx"
import { NewTabHint, newTab } from "../../kit/text/new-tab.tsx"
import { useRead } from "../ask.ts"
import { mayAs } from "../console-data.ts"
import { dayColumn, moneyColumn, numberColumn, type TableColumn } from "../ui/lists/columns.tsx"
import { ListFrame } from "../ui/lists/list-frame.tsx"
import { useList } from "../ui/lists/use-list.ts"
import { Empty } from "../ui/page.tsx"
import { useAddress } from "../ui/use-address.ts"
import { State } from "../ui/values/state.tsx"
import { type Offer, offerStateWords } from "./offer-state.ts"

const columns: readonly TableColumn<Offer>[] = [
  { title: "Offer", sort: "title", width: "minmax(10rem, 3fr)", cell: ({ title }) => <bdi>{title}</bdi> },
  { title: "Status", width: "10rem", cell: (offer) => <State {...offerStateWords(offer)} /> },
  moneyColumn("Price", ({ priceCents }) => priceCents, { sort: "-price_cents", free: "Free" }),
  numberColumn("Sold", ({ delivered, stockLimit }) =>
    stockLimit === null ? delivered : `${delivered} of ${stockLimit}`,
  ),
  dayColumn("Created", ({ createdAt }) => createdAt, { sort: "-created_at" }),
  { title: "Pay link", width: "minmax(8rem, 2fr)", cell: (offer) => <PayLink {...offer} />, isWide: true },
]

function PayLink({ payUrl, state }: Offer) {
  if (!payUrl || (state !== "published" && state !== "paused")) return ""
  return (
    <a href={payUrl} {...newTab}>
      {payUrl.replace(/^https?:\/\//, "")} <NewTabHint />
    </a>
  )
}

const states = {
  label: "Status",
  by: "state",
  options: { "": "All", published: "Published", paused: "Paused", draft: "Draft", archived: "Archived" },
}

export function View() {
  const { state } = useAddress().search
  const navigate = useNavigate()
  const list = useList("list-offers", { state }, { sorts: "offers" })
  const create = mayAs("member") && (
    <Button onClick={() => navigate({ to: "/offers/new" as string })}>Create offer</Button>
  )
  const problem = useRead("get-selling", {}).data?.problem
  const isFelt = list.items.some(({ state, priceCents }) => state === "published" && priceCents > 0)
  return (
    <ListFrame
      title="Offers"
      actions={create}
      states={states}
      note={
        problem &&
        isFelt && (
          <Notice tone="note" title={problem.message}>
            {problem.hint}
          </Notice>
        )
      }
      list={list}
      columns={columns}
      unfound="Choose another status."
      empty={
        <Empty title="No offers yet" action={create}>
          Sell your files with a four-character pay link.
        </Empty>
      }
      onOpen={({ id }) => navigate({ to: "/offers/$offer", params: { offer: id } as never })}
    />
  )
}
