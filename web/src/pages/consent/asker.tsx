import type { ConsentData } from "../../../../server/src/contract/pages/consent.ts"
import { useHouse } from "../../kit/house.tsx"
import { Notice } from "../../kit/notice.tsx"
import { TileMark } from "../../kit/people/pattern.tsx"
import styles from "./asker.module.css"

/** The requesting app and its redirect host; with a warning for a program on the person's own computer. */
export function Asker({ clientName, clientId, redirectHost, isLocal }: ConsentData) {
  const { brandName } = useHouse()
  return (
    <>
      <div className="flex gap-4 top">
        <TileMark text={redirectHost} />
        <div className="stack gap-1 shrinks">
          <h1 className={styles.title}>
            <bdi>{clientName}</bdi> wants access to {brandName}
          </h1>
          <p className={`muted small breaks ${styles.host}`}>
            Redirects to {isLocal && "an app on this computer, "}
            <strong>{redirectHost}</strong> <code>({clientId})</code>
          </p>
        </div>
      </div>
      {isLocal && (
        <Notice tone="note" title="This app runs on your computer">
          Allow it only if you just started connecting it.
        </Notice>
      )}
    </>
  )
}
