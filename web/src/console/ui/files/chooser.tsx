import { useRef } from "react"
import { Button } from "../../../kit/button.tsx"
import styles from "./upload-zone.module.css"

interface ChooserProps {
  label: string
  variant: "default" | "filled"
  isFolder?: boolean
  isMany?: boolean
  isBusy?: boolean
  accept?: string
  onChosen(files: FileList | null): void
}

export function Chooser({
  label,
  variant,
  isFolder = false,
  isMany = true,
  isBusy = false,
  accept = "",
  onChosen,
}: ChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <span className={isFolder ? styles.ofFolder : undefined}>
      <input
        ref={input}
        type="file"
        multiple={isMany}
        accept={accept || undefined}
        {...(isFolder && { webkitdirectory: "" })}
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          onChosen(currentTarget.files)
          // Otherwise choosing the same file again would fire no event.
          currentTarget.value = ""
        }}
      />
      <Button variant={variant} isBusy={isBusy} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </span>
  )
}
