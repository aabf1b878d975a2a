import { useState } from "react"
import { Button } from "../../kit/button.tsx"
import "./copied.css"

export function Copied({ text }: { text: string }) {
  const { isCopied, copy } = useCopy(text)
  return (
    <div className="flex middle gap-3 sunken copied">
      <code>{text}</code>
      <Button size="sm" variant="default" onClick={copy} aria-label={`Copy ${text}`}>
        {isCopied ? "Copied" : "Copy"}
      </Button>
    </div>
  )
}

/** `isCopied` is true for two seconds after a copy. */
export function useCopy(text: string) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return { isCopied, copy }
}
