import { useState } from "react"
import { Button } from "../../kit/button.tsx"
import { TextField } from "../../kit/field.tsx"
import { Refusal } from "../../kit/refusal.tsx"
import styles from "./gift-code.module.css"
import type { Gift, PurchaseFlow } from "./use-purchase.ts"

interface Props {
  gift: Gift | undefined
  redeem: PurchaseFlow["redeem"]
  onApply: (code: string) => void
  onRemove: () => void
}

/** An optional gift code: it can be entered, is shown once applied, and can be removed. */
export function GiftCodeField({ gift, redeem, onApply, onRemove }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [code, setCode] = useState("")

  const typed = code.trim()
  if (gift) return <AppliedCode code={gift.code} onRemove={onRemove} />
  if (!isOpen) {
    return (
      <Button variant="link" onClick={() => setIsOpen(true)}>
        Add gift code
      </Button>
    )
  }
  return (
    <div className={styles.gift}>
      <div className={styles.line}>
        <CodeField code={code} onChange={setCode} onEnter={() => typed !== "" && onApply(typed)} />
        <Button
          type="button"
          variant="default"
          isBusy={redeem.isPending}
          disabled={typed === ""}
          onClick={() => onApply(typed)}
        >
          Apply
        </Button>
      </div>
      {redeem.error && <Refusal error={redeem.error} />}
    </div>
  )
}

function AppliedCode({ code, onRemove }: { code: string; onRemove: () => void }) {
  return (
    <p className={styles.applied}>
      <span>
        Gift code <strong>{code}</strong>
      </span>
      <Button variant="link" onClick={onRemove}>
        Remove
      </Button>
    </p>
  )
}

interface CodeFieldProps {
  code: string
  onChange: (code: string) => void
  onEnter: () => void
}

function CodeField({ code, onChange, onEnter }: CodeFieldProps) {
  return (
    <TextField
      label="Gift code"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={64}
      data-autofocus
      autoFocus
      value={code}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return
        event.preventDefault()
        onEnter()
      }}
    />
  )
}
