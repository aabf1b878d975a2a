import type { PageData } from "../page-data.ts"
import { Section } from "../parts/section.tsx"
import styles from "./connection.module.css"
import { Ending } from "./ending.tsx"
import { Facts } from "./facts.tsx"

type Props = PageData["connections"]["connections"][number]

/** One connected app: where and what for, when it was used, and the button that ends it. */
export function Connection(connection: Props) {
  const { clientName, redirectHost, isLoopback, endedAt, auditPath } = connection
  return (
    <div className={styles.connection} data-ended={endedAt !== null || undefined}>
      <Section
        title={
          <>
            {clientName} {endedAt !== null && <span className={styles.badge}>Ended</span>}
          </>
        }
        below={isLoopback ? `An app on your computer, at ${redirectHost}` : redirectHost}
      >
        <Facts {...connection} />
        <div className={styles.actions}>
          <a href={auditPath} aria-label={`What ${clientName} did, connected ${day(connection.createdAt)}`}>
            What it did
          </a>
        </div>
        <Ending {...connection} />
      </Section>
    </div>
  )
}

const day = (at: number) => new Date(at).toLocaleDateString(undefined, { dateStyle: "medium" })
