import { useCopy } from "../../ui/copied.tsx"

/** Copies a text. `label` names the text for screen readers. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { isCopied, copy } = useCopy(text)
  return (
    <button type="button" className="bare" aria-label={isCopied ? "Copied" : label} title={label} onClick={copy}>
      {isCopied ? "Copied" : "Copy"}
    </button>
  )
}
