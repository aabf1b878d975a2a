import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import { Spinner } from "../../kit/loading/spinner.tsx"
import { Refusal } from "../../kit/refusal.tsx"
import { When } from "../../kit/when.tsx"
import { type AnswerOf, useRead } from "../ask.ts"
import { Copied } from "../ui/copied.tsx"
import { isUnmailed, MailTrouble } from "../ui/mail-trouble.tsx"
import { SidePanel } from "../ui/panels/panel.tsx"
import { Facts } from "../ui/values/facts.tsx"
import { State } from "../ui/values/state.tsx"
import { Disputes } from "./disputes.tsx"
import { Happened } from "./happened.tsx"
import { Note } from "./note.tsx"
import { PurchaseActions } from "./purchase-actions.tsx"
import { buyerOf, purchaseStateWords } from "./purchase-state.ts"
import { Unmailed } from "./unmailed.tsx"
import styles from "./view.module.css"

type Purchase = AnswerOf<"get-purchase">

/** A purchase: its details, its events, its delivery link, and its actions. */
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
