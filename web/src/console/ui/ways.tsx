import styles from "./ways.module.css"

interface Props<Way extends string> {
  label: string
  /** Each with its words. */
  ways: Readonly<Record<Way, string>>
  now: string
  onGo(way: Way): void
}

/** A few ways to look at one list, of which one is chosen. */
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
