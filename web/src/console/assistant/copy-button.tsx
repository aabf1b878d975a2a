import { useState } from "react"

/** Copies a text. `label` says which, for those who do not see where it stands. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <button type="button" className="small" aria-label={isCopied ? "Copied" : label} title={label} onClick={copy}>
      {isCopied ? "Copied" : "Copy"}
    </button>
  )
}
