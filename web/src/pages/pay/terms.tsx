import type { PayData } from "../../../../server/src/surfaces/pages/page-data.ts"
import styles from "./terms.module.css"

/** The terms, each folded under its name; nothing without terms. */
export function Terms({ licence, refundTerms }: Pick<PayData["terms"], "licence" | "refundTerms">) {
  if (!licence && !refundTerms) return null
  return (
    <section id="terms" className={styles.terms} aria-label="Terms">
      {licence && <Folded name="Licence" text={licence} />}
      {refundTerms && <Folded name="Refunds" text={refundTerms} />}
    </section>
  )
}

function Folded({ name, text }: { name: string; text: string }) {
  return (
    <details>
      <summary>{name}</summary>
      <p dir="auto">{text}</p>
    </details>
  )
}
