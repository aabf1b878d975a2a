import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import { Unfold } from "../../kit/unfold.tsx"
import { When } from "../../kit/when.tsx"
import { useChange, useRead } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { Copied } from "../ui/copied.tsx"
import { ChangeButton } from "../ui/form.tsx"
import { numberColumn, type TableColumn, textColumn } from "../ui/lists/columns.tsx"
import { ListFrame } from "../ui/lists/list-frame.tsx"
import { useList } from "../ui/lists/use-list.ts"
import { Empty } from "../ui/page.tsx"
import { AddressButton, SidePanel } from "../ui/panels/panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import { Facts } from "../ui/values/facts.tsx"
import { State, type StateWords } from "../ui/values/state.tsx"
import { TwoLines } from "../ui/values/two-lines.tsx"
import { GiftCodeForm } from "./gift-code-form.tsx"

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

function GiftCodeSheet({ gift, goodFor }: { gift: ListedGiftCode; goodFor: string }) {
  const { id, code, currency, heldCents, spentCents, startsAt, expiresAt, createdAt, isDisabled } = gift
  const disable = useChange("disable-gift-code", { makesStale: ["list-gift-codes"], says: "Gift code disabled" })
  const money = (cents: number) => cents > 0 && currency !== null && formatAmount(cents, currency)
  return (
    <>
      <Copied text={code} />
      <Facts
        facts={[
          ["Status", <State key="state" {...giftCodeStateWords(gift, Date.now())} />],
          ["Value", worthOf(gift)],
          ["On hold", money(heldCents)],
          ["Spent", money(spentCents)],
          ["Applies to", <bdi key="for">{goodFor}</bdi>],
          ["Uses", usesOf(gift)],
          ["Starts", startsAt !== null && <When key="from" at={startsAt} />],
          ["Expires", expiresAt !== null && <When key="until" at={expiresAt} />],
          ["Created", <When key="created" at={createdAt} />],
        ]}
      />
      {!isDisabled && (
        <Unfold label="Disable" about={code}>
          <p>This can’t be undone. Open checkouts keep the discount.</p>
          <ChangeButton variant="danger" label="Disable code" change={disable} input={{ id }} />
        </Unfold>
      )}
    </>
  )
}

type ListedGiftCode = AnswerOf<"list-gift-codes">["items"][number]

/** A code's state at a time (epoch milliseconds). */
function giftCodeStateWords(gift: ListedGiftCode, now: number): StateWords {
  if (gift.isDisabled) return { words: "Disabled", tone: "plain" }
  if (gift.expiresAt !== null && gift.expiresAt <= now) return { words: "Expired", tone: "plain" }
  if (gift.kind === "amount" && gift.leftCents === 0) return { words: "Redeemed", tone: "plain" }
  if (gift.maxUses !== null && gift.uses >= gift.maxUses) return { words: "Redeemed", tone: "plain" }
  if (gift.startsAt !== null && gift.startsAt > now) return { words: "Scheduled", tone: "note" }
  return { words: "Active", tone: "good" }
}

function worthOf({ kind, leftCents, balanceCents, currency }: ListedGiftCode): string {
  if (kind === "full" || currency === null) return "Full price"
  const left = formatAmount(leftCents, currency)
  return leftCents === balanceCents ? left : `${left} of ${formatAmount(balanceCents, currency)}`
}

const usesOf = ({ uses, maxUses }: ListedGiftCode) =>
  maxUses === null ? uses.toLocaleString() : `${uses.toLocaleString()} of ${maxUses.toLocaleString()}`
