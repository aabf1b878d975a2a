import { type ReactNode, useEffect, useState } from "react"
import type { Refused } from "../../api/call.ts"
import { Button, ButtonLink } from "../../kit/button.tsx"
import { Notice, Refusal } from "../../kit/notice.tsx"
import styles from "./outcomes.module.css"

export function Delivered({ title, deliveryUrl }: { title: string; deliveryUrl: string }) {
  // The frame of the buy button tells its site, and not again after a reload.
  useEffect(() => {
    if (history.state) return
    history.replaceState("paid", "")
    dispatchEvent(new Event("paid"))
  }, [])
  return (
    <div className={`stack gap-4 ${styles.outcome}`} role="status">
      <h2>{title}</h2>
      <p>We’ve emailed you the link too.</p>
      <ButtonLink href={deliveryUrl} size="lg" isWide>
        Open files
      </ButtonLink>
    </div>
  )
}

/** An earlier purchase: links to the files if this browser can prove it, otherwise to a page that mails the link. */
export function Owned({ deliveryUrl, onStartAgain }: { deliveryUrl: string; onStartAgain: () => void }) {
  const isClaim = new URL(deliveryUrl, location.href).pathname.startsWith("/claim/")
  return (
    <div className={`stack gap-4 ${styles.outcome}`} role="status">
      <h2>You already own this</h2>
      <p>
        {isClaim
          ? "It was bought with this email. You weren’t charged."
          : "It was bought in this browser. You weren’t charged."}
      </p>
      <ButtonLink href={deliveryUrl} size="lg" isWide>
        {isClaim ? "Email me the link" : "Open files"}
      </ButtonLink>
      <Button variant="subtle" onClick={onStartAgain}>
        Use another email
      </Button>
    </div>
  )
}

interface NotForSaleProps {
  isForSale: boolean
  isPaused: boolean
  /** The refusal of a checkout; it shows what has changed since the page was loaded. */
  error: Refused | undefined
  children: ReactNode
}

/** The offer cannot be bought, but holders of a reservation can continue in any browser, with `children`. */
export function NotForSale({ isForSale, isPaused, error, children }: NotForSaleProps) {
  const [isContinuing, setIsContinuing] = useState(false)
  return (
    <>
      {error && !isContinuing ? (
        <Refusal error={error} />
      ) : isPaused ? (
        <Notice tone="note" title="Sales are paused">
          Check back later. Earlier purchases still work.
        </Notice>
      ) : !isForSale ? (
        <Notice tone="note" title="Not available right now">
          The seller can’t accept payments. Earlier purchases still work.
        </Notice>
      ) : (
        <Notice tone="note" title="Sold out">
          Check back in 45 minutes. Unpaid checkouts may free some.
        </Notice>
      )}
      {isContinuing ? (
        children
      ) : (
        <Button variant="subtle" onClick={() => setIsContinuing(true)}>
          Continue my checkout
        </Button>
      )}
    </>
  )
}
