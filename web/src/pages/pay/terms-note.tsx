import styles from "./details.module.css"

/** Links to the terms, below the button that accepts them. */
export function TermsNote() {
  return (
    <p className={styles.terms}>
      The seller’s <a href="#terms">terms</a> apply.
    </p>
  )
}
