import styles from "./segmented-control.module.css"

interface Props<Option extends string> {
  label: string
  options: Readonly<Record<Option, string>>
  now: string
  onGo(option: Option): void
}

export function SegmentedControl<Option extends string>({ label, options, now, onGo }: Props<Option>) {
  return (
    <fieldset aria-label={label} className={`wrap gap-1 shrinks ${styles.ways}`}>
      {Object.entries<string>(options).map(([option, words]) => (
        <button key={option} type="button" aria-pressed={option === now} onClick={() => onGo(option as Option)}>
          {words}
        </button>
      ))}
    </fieldset>
  )
}
