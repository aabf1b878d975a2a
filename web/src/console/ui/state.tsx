import styles from "./state.module.css"

/** How something stands, in a word or two; `note` asks for a look, `bad` went wrong. */
export interface StateWords {
  words: string
  tone: "good" | "note" | "bad" | "plain"
}

/** Shows how something stands. The words say it; the colour repeats it. */
export function State({ words, tone }: StateWords) {
  return (
    <span className={styles.state} data-tone={tone}>
      {words}
    </span>
  )
}
