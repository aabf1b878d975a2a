import type { ConnectionsData } from "../../../../server/src/surfaces/pages/connections/data.ts"
import { When } from "../../kit/when.tsx"
import styles from "./connection.module.css"
import { Ending } from "./ending.tsx"
import { Facts } from "./facts.tsx"

type Props = ConnectionsData["apps"][number]["connections"][number] & {
  /** The only one of its app; otherwise it has a title of its own. */
  isOne: boolean
}

/** One connection of an app: where and what for, when it was used, and the button that ends it. */
export function Connection({ isOne, ...connection }: Props) {
  const { clientName, createdAt, endedAt, auditPath } = connection
  return (
    <div className={styles.connection} data-several={!isOne || undefined} data-ended={endedAt !== null || undefined}>
      {!isOne && (
        <h3 className={styles.title}>
          Connected <When at={createdAt} />
          {endedAt !== null && ", ended"}
        </h3>
      )}
      <Facts {...connection} />
      <div className={styles.actions}>
        <a href={auditPath} aria-label={`What it did: ${clientName}, connected ${day(createdAt)}`}>
          What it did
        </a>
      </div>
      <Ending {...connection} />
    </div>
  )
}

const day = (at: number) => new Date(at).toLocaleDateString(undefined, { dateStyle: "medium" })
