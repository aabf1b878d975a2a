import { type ReactNode, useState } from "react"
import type { Refused } from "../../api/call.ts"
import { Button, ButtonLink } from "../../kit/button.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Refusal } from "../../kit/refusal.tsx"
import styles from "./outcomes.module.css"

export function Delivered({ deliveryUrl }: { deliveryUrl: string }) {
  return (
    <div className={styles.outcome} role="status">
      <h2>It is yours.</h2>
      <p>Your files are ready. The same link is on its way to your mailbox.</p>
      <ButtonLink href={deliveryUrl} size="lg" isWide>
        Open your files
      </ButtonLink>
    </div>
  )
}

/** An earlier purchase: links to the files if this browser can prove it, otherwise to a page that mails the link. */
export function Owned({ deliveryUrl, onStartAgain }: { deliveryUrl: string; onStartAgain: () => void }) {
  const isClaim = new URL(deliveryUrl, location.href).pathname.startsWith("/claim/")
  return (
    <div className={styles.outcome} role="status">
      <h2>You have this already.</h2>
      <p>
        {isClaim
          ? "Somebody with this e-mail address bought it before. We can mail the link there; nothing was charged."
          : "You bought it in this browser before. Nothing was charged."}
      </p>
      <ButtonLink href={deliveryUrl} size="lg" isWide>
        {isClaim ? "Get the link by mail" : "Open your files"}
      </ButtonLink>
      <Button variant="subtle" onClick={onStartAgain}>
        Use another e-mail address
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
        <Notice tone="note" title="It is not for sale right now.">
          The seller has paused it. What was bought before stays with its buyers.
        </Notice>
      ) : !isForSale ? (
        <Notice tone="note" title="It is not for sale at the moment.">
          The seller cannot take payments. What was bought before stays with its buyers.
        </Notice>
      ) : (
        <Notice tone="note" title="None is left at the moment.">
          All are sold, or others are just paying for the last ones. What is not paid comes back: look again in three
          quarters of an hour.
        </Notice>
      )}
      {isContinuing ? (
        children
      ) : (
        <Button variant="subtle" onClick={() => setIsContinuing(true)}>
          Go on with a checkout that I began
        </Button>
      )}
    </>
  )
}
