import { Button } from "../../kit/button.tsx"
import styles from "./tabs.module.css"

interface Props<Value> {
  /** What is chosen by them, for those who do not see the page. */
  label: string
  options: readonly { value: Value; label: string }[]
  chosen: Value
  onChoose(value: Value): void
}

/** A few ways to see the same list, one of which is chosen. */
export function Tabs<Value extends string | undefined>({ label, options, chosen, onChoose }: Props<Value>) {
  return (
    <fieldset className={styles.tabs} aria-label={label}>
      {options.map((option) => (
        <Button
          key={option.label}
          size="sm"
          variant={option.value === chosen ? "default" : "subtle"}
          aria-pressed={option.value === chosen}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </Button>
      ))}
    </fieldset>
  )
}
