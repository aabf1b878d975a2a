import styles from "./ways.module.css"

interface Props<Way extends string> {
  label: string
  /** The labels of the options. */
  ways: Readonly<Record<Way, string>>
  now: string
  onGo(way: Way): void
}

/** Switches between a few views of one list. */
export function Ways<Way extends string>({ label, ways, now, onGo }: Props<Way>) {
  return (
    <fieldset aria-label={label} className={styles.ways}>
      {Object.entries<string>(ways).map(([way, words]) => (
        <button key={way} type="button" aria-pressed={way === now} onClick={() => onGo(way as Way)}>
          {words}
        </button>
      ))}
    </fieldset>
  )
}
