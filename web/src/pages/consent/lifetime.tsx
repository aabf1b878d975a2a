import type { ConsentData } from "../../../../server/src/contract/pages/consent.ts"
import styles from "./lifetime.module.css"

/** How long the consent lasts, and how to end it. */
export function Lifetime({ unusedDays, longestDays, connectionsPath }: ConsentData) {
  return (
    <p className={styles.text}>
      Until you end it: at any time, at once, under <a href={connectionsPath}>connected apps</a>. It also ends by itself
      after {unusedDays} days without use, and after {longestDays} days in any case.
    </p>
  )
}
