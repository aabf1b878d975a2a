import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { listSorts } from "../../../../server/src/contract/console/list-sorts.ts"
import { Button } from "../../kit/button.tsx"
import { When } from "../../kit/when.tsx"
import { pagesOf, readOf } from "../ask.ts"
import { useList } from "../ui/list.ts"
import { Empty, View as Frame } from "../ui/page.tsx"
import { SidePanel } from "../ui/panel.tsx"
import { State } from "../ui/state.tsx"
import { ListTable, type TableColumn } from "../ui/table.tsx"
import { TwoLines } from "../ui/two-lines.tsx"
import { useAddress } from "../ui/use-address.ts"
import { useKept } from "../ui/use-kept.ts"
import { useSort } from "../ui/use-sort.ts"
import { GiftCodeForm } from "./gift-code-form.tsx"
import { GiftCodeSheet } from "./gift-code-sheet.tsx"
import { giftCodeStateWords, type ListedGiftCode, usesOf, worthOf } from "./gift-code-state.ts"

/** The workspace's gift codes. A code is as good as money, so only admins see them. */
export function View() {
  const { search, go } = useAddress()
  const { asked, sort } = useSort(listSorts.giftCodes)
  const list = useList(pagesOf("list-gift-codes", asked), ({ items }) => items)
  const titleOf = useTitles()
  const open = useKept(
    search.open,
    list.items.find(({ id }) => id === search.open),
  )
  const close = () => go({ new: undefined, open: undefined })
  const create = <Button onClick={() => go({ new: "1" })}>Create gift code</Button>
  return (
    <Frame
      title="Gift codes"
      actions={
        <>
          <Button variant="default" onClick={() => go({ new: "batch" })}>
            Create in bulk
          </Button>
          {create}
        </>
      }
    >
      <ListTable
        label="Gift codes"
        columns={columnsWith(titleOf)}
        list={list}
        sort={sort}
        empty={<NoGiftCodes action={create} />}
        onOpen={({ id }) => go({ open: id })}
      />
      {search.new && (
        <SidePanel title={search.new === "batch" ? "Create gift codes" : "Create gift code"} onClose={close}>
          <GiftCodeForm isBatch={search.new === "batch"} onDone={close} />
        </SidePanel>
      )}
      {open && <GiftCodeSheet gift={open} goodFor={titleOf(open.offerId)} onClose={close} />}
    </Frame>
  )
}

function NoGiftCodes({ action }: { action: ReactNode }) {
  return (
    <Empty title="No gift codes yet" action={action}>
      Give buyers a discount or a free purchase.
    </Empty>
  )
}

/** Names what a code is valid for, by its offer's id. */
function useTitles(): (offerId: string | null) => string {
  const offers = useQuery(readOf("list-offers", { limit: 100 })).data?.items ?? []
  return (offerId) =>
    offerId === null ? "All offers" : (offers.find(({ id }) => id === offerId)?.title ?? "Another offer")
}

function columnsWith(titleOf: (offerId: string | null) => string): readonly TableColumn<ListedGiftCode>[] {
  const now = Date.now()
  return [
    {
      title: "Code",
      width: "minmax(10rem, 3fr)",
      cell: (gift) => (
        <TwoLines below={`${worthOf(gift)}, ${titleOf(gift.offerId)}`} isNarrow>
          <code>{gift.code}</code>
        </TwoLines>
      ),
    },
    { title: "Status", width: "7rem", cell: (gift) => <State {...giftCodeStateWords(gift, now)} /> },
    { title: "Value", width: "minmax(8rem, 2fr)", cell: worthOf, isWide: true },
    {
      title: "Applies to",
      width: "minmax(8rem, 2fr)",
      cell: ({ offerId }) => <bdi>{titleOf(offerId)}</bdi>,
      isWide: true,
    },
    { title: "Uses", sort: "-uses", width: "6rem", cell: usesOf, isWide: true, isNumber: true },
    {
      title: "Expires",
      width: "8rem",
      cell: ({ expiresAt }) => (expiresAt === null ? "No expiry" : <When at={expiresAt} isDay />),
      isWide: true,
    },
  ]
}
