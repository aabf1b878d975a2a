import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import { purchaseWords } from "../../../../server/src/contract/words.ts"
import { Spinner } from "../../kit/loading/spinner.tsx"
import { Refusal } from "../../kit/notice.tsx"
import { When } from "../../kit/when.tsx"
import { useRead } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { Copied } from "../ui/copied.tsx"
import { isUnmailed, MailTrouble } from "../ui/mail-trouble.tsx"
import { SidePanel } from "../ui/panels/panel.tsx"
import { Facts } from "../ui/values/facts.tsx"
import { State } from "../ui/values/state.tsx"
import { Note } from "./note.tsx"
import { CorrectEmail, PurchaseActions, Resend } from "./purchase-actions.tsx"
import { buyerOf, purchaseStateWords } from "./purchase-state.ts"
import styles from "./view.module.css"

type Purchase = AnswerOf<"get-purchase">

export function PurchaseSheet({ id, onClose }: { id: string; onClose(): void }) {
  const { data: purchase, error } = useRead("get-purchase", { id })
  return (
    <SidePanel title={(purchase && buyerOf(purchase)) ?? "Purchase"} onClose={onClose}>
      {error && <Refusal error={error} />}
      {!purchase && !error && <Spinner label="Loading…" />}
      {purchase && <Known purchase={purchase} />}
    </SidePanel>
  )
}

function Known({ purchase }: { purchase: Purchase }) {
  const { deliveryUrl, mail } = purchase
  return (
    <>
      {isUnmailed(mail) ? <Unmailed purchase={purchase} /> : <MailTrouble mail={mail} />}
      <PurchaseFacts purchase={purchase} />
      <Part title="Timeline">
        <Happened purchase={purchase} />
      </Part>
      {purchase.disputes.length > 0 && (
        <Part title="Disputes">
          <Disputes disputes={purchase.disputes} />
        </Part>
      )}
      <Part title="Note">
        <Note purchase={purchase} />
      </Part>
      {deliveryUrl && !isUnmailed(mail) && (
        <Part title="Delivery page">
          <p>Anyone with this link can open the files.</p>
          <Copied text={deliveryUrl} />
        </Part>
      )}
      <PurchaseActions purchase={purchase} />
    </>
  )
}

function PurchaseFacts({ purchase }: { purchase: Purchase }) {
  const { currency, discountCents, refundedCents, title, offerId, paymentId, reason } = purchase
  const money = (cents: number) => formatAmount(cents, currency)
  return (
    <Facts
      facts={[
        ["Status", <State key="state" {...purchaseStateWords(purchase)} />],
        ["Email at checkout", purchase.correctedEmail && <bdi key="typed">{purchase.buyerEmail}</bdi>],
        ["Reason", reason && <bdi key="why">{reason}</bdi>],
        [
          "Offer",
          <Link key="offer" to="/offers/$offer" params={{ offer: offerId } as never}>
            <bdi>{title}</bdi>
          </Link>,
        ],
        ["Price", money(purchase.priceCents)],
        ["Gift code", discountCents > 0 && `−${money(discountCents)}`],
        ["Paid", money(purchase.chargedCents)],
        ["Refunded", refundedCents > 0 && money(refundedCents)],
        ["Downloads", purchase.fulfilledAt !== null && <Downloads key="downloads" {...purchase} />],
        ["Payment ID", paymentId],
      ]}
    />
  )
}

function Downloads({ downloads, downloadedAt }: Pick<Purchase, "downloads" | "downloadedAt">) {
  return (
    <>
      {downloads.toLocaleString()}
      {downloadedAt !== null && (
        <>
          , last <When at={downloadedAt} />
        </>
      )}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`stack gap-3 starts ${styles.part}`} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

/** Why no mail reached the buyer, and what a member can do. */
function Unmailed({ purchase }: { purchase: AnswerOf<"get-purchase"> }) {
  const { mail, deliveryUrl } = purchase
  return (
    <section className={`stack gap-3 starts ${styles.part}`} aria-label="Email to the buyer">
      <div>
        <MailTrouble mail={mail} />
      </div>
      {deliveryUrl && (
        <>
          <p>Send the buyer this link yourself, correct the email, or send the receipt again.</p>
          <Copied text={deliveryUrl} />
          <CorrectEmail purchase={purchase} />
          <Resend purchase={purchase} />
        </>
      )}
    </section>
  )
}

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
function Disputes({ disputes }: { disputes: readonly Dispute[] }) {
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

/** A purchase's events in order; of repeated events, only the last one. */
function Happened({ purchase }: { purchase: Purchase }) {
  return (
    <ol className={`stack gap-2 small ${styles.happened}`}>
      {stepsOf(purchase).map(({ words, at }) => (
        <li key={`${at} ${words}`} className="wrap between">
          {words} <When at={at} />
        </li>
      ))}
    </ol>
  )
}

function stepsOf(purchase: Purchase): { words: string; at: number }[] {
  const { state, dispute } = purchase
  const ended = dispute === "won" ? "Dispute won" : "Dispute lost"
  const steps: [string, number | null][] = [
    [purchaseWords.created, purchase.createdAt],
    ...purchase.corrections.map(({ email, by, at }): [string, number] => [`${by} corrected the email to ${email}`, at]),
    [purchaseWords.paid, purchase.paidAt],
    [purchaseWords.fulfilled, purchase.fulfilledAt],
    ["Receipt emailed", purchase.receiptMailedAt],
    ["Access revoked", purchase.revokedAt],
    ["Access restored", purchase.restoredAt],
    [purchaseWords.disputed, purchase.disputedAt],
    [ended, purchase.disputeEndedAt],
    ["Refund started", purchase.refundStartedAt],
    [state === "refunded" ? purchaseWords.refunded : "Partially refunded", purchase.refundedAt],
  ]
  return steps.flatMap(([words, at]) => (at === null ? [] : [{ words, at }])).sort((one, other) => one.at - other.at)
}
