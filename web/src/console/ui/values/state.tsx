import styles from "./state.module.css"

/** A state in a word or two; `note` needs attention, `bad` is a failure. */
export interface StateWords {
  words: string
  tone: "good" | "note" | "bad" | "plain"
}

/** A state badge. The colour only repeats the words. */
export function State({ words, tone }: StateWords) {
  return (
    <span className={styles.state} data-tone={tone}>
      {words}
    </span>
  )
}
