import styles from "../spoken.module.css"

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
