import { SelectField } from "../../../kit/field.tsx"
import { useAddress } from "../use-address.ts"
import styles from "./filter.module.css"

interface Props {
  label: string
  /** The name of the filter in the address. */
  by: string
  /** The option without a filter. */
  all: string
  options: readonly { value: string; label: string }[]
}

export function Filter({ label, by, all, options }: Props) {
  const { search, go } = useAddress()
  const now = search[by] ?? ""
  const chosen = options.find(({ value }) => value.toLowerCase() === now.toLowerCase())
  return (
    <div className={styles.filter}>
      <SelectField
        aria-label={label}
        value={chosen?.value ?? ""}
        options={[{ value: "", label: all }, ...options]}
        onChange={({ currentTarget }) => go({ [by]: currentTarget.value })}
      />
    </div>
  )
}

export const toOptions = (words: Readonly<Record<string, { words: string }>>) =>
  Object.entries(words).map(([value, { words }]) => ({ value, label: words }))
