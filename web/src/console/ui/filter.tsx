import { SelectField } from "../../kit/field.tsx"
import styles from "./filter.module.css"

interface Props {
  label: string
  /** Empty where nothing is filtered. */
  value: string
  options: readonly { value: string; label: string }[]
  onChoose(value: string): void
}

/** One of a few words that narrow a list down, beside its search. */
export function Filter({ label, value, options, onChoose }: Props) {
  return (
    <div className={styles.filter}>
      <SelectField
        aria-label={label}
        value={value}
        options={options}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      />
    </div>
  )
}
