import { useState } from "react"
import { Button } from "../../../kit/button.tsx"
import { TextField } from "../../../kit/field.tsx"
import { Refusal } from "../../../kit/notice.tsx"
import type { PurchaseFlow } from "../use-purchase.ts"
import styles from "./gift-code.module.css"

interface Props {
  redeem: PurchaseFlow["redeem"]
  onApply: (code: string) => void
}

export function GiftCodeEntry({ redeem, onApply }: Props) {
  const [code, setCode] = useState("")
  const typed = code.trim()
  return (
    <div className="stack gap-3">
      <div className={`flex gap-2 ${styles.line}`}>
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
