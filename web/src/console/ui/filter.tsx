import { SelectField } from "../../kit/field.tsx"
import styles from "./filter.module.css"

interface Props {
  label: string
  /** Empty if no filter is set. */
  value: string
  options: readonly { value: string; label: string }[]
  onChoose(value: string): void
}

/** A select that filters a list. */
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
