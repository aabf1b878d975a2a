import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import { When } from "../../kit/when.tsx"
import type { AnswerOf } from "../ask.ts"
import styles from "./view.module.css"

type Dispute = AnswerOf<"get-purchase">["disputes"][number]

const words: Readonly<Record<Dispute["state"], string>> = {
  inquiry: "Inquiry",
  closed: "Inquiry closed",
  open: "Needs response",
  answered: "Under review",
  won: "Won",
  lost: "Lost",
  appealed: "Appealed",
  prevented: "Prevented",
}

/** The disputes of a purchase, oldest first. */
export function Disputes({ disputes }: { disputes: readonly Dispute[] }) {
  return (
    <ol className={`stack gap-2 small ${styles.happened}`}>
      {disputes.map(({ id, state, amountCents, currency, reason, dueBy }) => (
        <li key={id}>
          <span>
            {words[state]}: {formatAmount(amountCents, currency)}, {reason.replaceAll("_", " ")}
            {dueBy !== null && (state === "open" || state === "inquiry") && (
              <>
                , due <When at={dueBy} />
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}
