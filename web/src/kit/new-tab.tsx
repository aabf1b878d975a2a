import styles from "./spoken.module.css"

/** The attributes of a link that opens a tab, so that the present page stays. */
export const newTab = { target: "_blank", rel: "noopener" } as const

/** Follows the text of such a link: an arrow, and words for screen readers. */
export function NewTabHint() {
  return (
    <>
      <span aria-hidden="true">↗</span>
      <span className={styles.spoken}> (opens in a new tab)</span>
    </>
  )
}
