import { When } from "../../kit/when.tsx"
import { useRead } from "../ask.ts"
import { numberColumn, textColumn } from "../ui/lists/columns.tsx"
import { ListFrame } from "../ui/lists/list-frame.tsx"
import type { TableColumn } from "../ui/lists/table.tsx"
import { useList } from "../ui/lists/use-list.ts"
import { Empty } from "../ui/page.tsx"
import { AddressButton } from "../ui/panels/address-button.tsx"
import { SidePanel } from "../ui/panels/panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import { State } from "../ui/values/state.tsx"
import { TwoLines } from "../ui/values/two-lines.tsx"
import { GiftCodeForm } from "./gift-code-form.tsx"
import { GiftCodeSheet } from "./gift-code-sheet.tsx"
import { giftCodeStateWords, type ListedGiftCode, usesOf, worthOf } from "./gift-code-state.ts"

/** The workspace's gift codes. A code is as good as money, so only admins see them. */
export function View() {
  const { search, go } = useAddress()
  const titleOf = useTitles()
  const close = () => go({ new: undefined })
  const create = <AddressButton label="Create gift code" to={{ new: "1" }} />
  return (
    <ListFrame
      title="Gift codes"
      actions={
        <>
          <AddressButton variant="default" label="Create in bulk" to={{ new: "batch" }} />
          {create}
        </>
      }
      list={useList("list-gift-codes", {}, { sorts: "giftCodes" })}
      columns={columnsWith(titleOf)}
      empty={
        <Empty title="No gift codes yet" action={create}>
          Give buyers a discount or a free purchase.
        </Empty>
      }
      panel={{
        title: () => "Gift code",
        content: (gift) => <GiftCodeSheet gift={gift} goodFor={titleOf(gift.offerId)} />,
      }}
    >
      {search.new && (
        <SidePanel title={search.new === "batch" ? "Create gift codes" : "Create gift code"} onClose={close}>
          <GiftCodeForm isBatch={search.new === "batch"} onDone={close} />
        </SidePanel>
      )}
    </ListFrame>
  )
}

/** Names what a code is valid for, by its offer's id. */
function useTitles(): (offerId: string | null) => string {
  const offers = useRead("list-offers", { limit: 100 }).data?.items ?? []
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
    textColumn("Applies to", ({ offerId }) => titleOf(offerId)),
    numberColumn("Uses", usesOf, { sort: "-uses" }),
    {
      title: "Expires",
      width: "8rem",
      cell: ({ expiresAt }) => (expiresAt === null ? "No expiry" : <When at={expiresAt} isDay />),
      isWide: true,
    },
  ]
}
