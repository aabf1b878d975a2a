import { useState } from "react"
import { Button } from "../../../kit/button.tsx"
import { loadWhenShown } from "../../../kit/loading/load-when-shown.tsx"
import { WhileLoading } from "../../../kit/loading/ready.tsx"
import type { Gift } from "../use-offer.ts"
import type { PurchaseFlow } from "../use-purchase.ts"
import styles from "./gift-code.module.css"

const GiftCodeEntry = loadWhenShown(async () => (await import("./gift-code-entry.tsx")).GiftCodeEntry)

interface Props {
  gift: Gift | undefined
  redeem: PurchaseFlow["redeem"]
  onApply: (code: string) => void
  onRemove: () => void
}

/** An optional gift code: it can be entered, is shown once applied, and can be removed. */
export function GiftCodeField({ gift, redeem, onApply, onRemove }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  if (gift) return <AppliedCode code={gift.code} onRemove={onRemove} />
  const opener = (
    <Button variant="link" onClick={() => setIsOpen(true)}>
      Add gift code
    </Button>
  )
  if (!isOpen) return opener
  return (
    <WhileLoading meanwhile={opener}>
      <GiftCodeEntry redeem={redeem} onApply={onApply} />
    </WhileLoading>
  )
}

function AppliedCode({ code, onRemove }: { code: string; onRemove: () => void }) {
  return (
    <p className={`wrap between gap-2 breaks ${styles.applied}`}>
      <span>
        Gift code <strong>{code}</strong>
      </span>
      <Button variant="link" onClick={onRemove}>
        Remove
      </Button>
    </p>
  )
}
