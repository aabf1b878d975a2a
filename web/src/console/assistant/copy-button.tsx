import { useCopy } from "../ui/copied.tsx"

/** Copies a text. `label` says which, for those who do not see where it stands. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { isCopied, copy } = useCopy(text)
  return (
    <button type="button" className="small" aria-label={isCopied ? "Copied" : label} title={label} onClick={copy}>
      {isCopied ? "Copied" : "Copy"}
    </button>
  )
}
