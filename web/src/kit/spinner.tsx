import styles from "./spinner.module.css"

/** Turns while something is waited for; `label` says what, and is left out where words beside it do. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span className={styles.spinner} {...(label ? { role: "status", "aria-label": label } : { "aria-hidden": true })} />
  )
}
