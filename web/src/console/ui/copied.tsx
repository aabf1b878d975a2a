import { useState } from "react"
import { Button } from "../../kit/button.tsx"
import styles from "./copied.module.css"

/** A text to copy, such as an address, with the button that does it. */
export function Copied({ text }: { text: string }) {
  const { isCopied, copy } = useCopy(text)
  return (
    <div className={styles.copied}>
      <code>{text}</code>
      <Button size="sm" variant="default" onClick={copy} aria-label={`Copy ${text}`}>
        {isCopied ? "Copied" : "Copy"}
      </Button>
    </div>
  )
}

/** Copies a text; `isCopied` for two seconds after it was. */
export function useCopy(text: string) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return { isCopied, copy }
}
