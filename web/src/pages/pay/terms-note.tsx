import styles from "./details.module.css"

/** Leads to the terms, below the button that agrees to them. */
export function TermsNote() {
  return (
    <p className={styles.terms}>
      The seller’s <a href="#terms">terms</a> go with it.
    </p>
  )
}
