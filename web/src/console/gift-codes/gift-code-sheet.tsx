import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import { Unfold } from "../../kit/unfold.tsx"
import { When } from "../../kit/when.tsx"
import { ChangeButton } from "../ui/change-button.tsx"
import { Copied } from "../ui/copied.tsx"
import { Facts } from "../ui/values/facts.tsx"
import { State } from "../ui/values/state.tsx"
import { useChange } from "../use-change.ts"
import { giftCodeStateWords, type ListedGiftCode, usesOf, worthOf } from "./gift-code-state.ts"

export function GiftCodeSheet({ gift, goodFor }: { gift: ListedGiftCode; goodFor: string }) {
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
