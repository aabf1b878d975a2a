import type { ConsentData } from "../../../../server/src/surfaces/pages/consent/data.ts"
import { Notice } from "../../kit/notice.tsx"
import styles from "./asker.module.css"

/** Who asks, and where the answer goes; with a warning when that is a program on the person's own computer. */
export function Asker({ clientName, clientId, redirectHost, isLoopback }: ConsentData) {
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>App</dt>
          <dd>
            <bdi>{clientName}</bdi> <code>{clientId}</code>
          </dd>
        </div>
        <div>
          <dt>Sends you back to</dt>
          <dd>
            {isLoopback && "An app on this computer, at "}
            <strong className={styles.host}>{redirectHost}</strong>
          </dd>
        </div>
      </dl>
      {isLoopback && (
        <Notice tone="note" title="An app on this computer is asking.">
          Any program here could. Allow it only if you have just started to connect one yourself.
        </Notice>
      )}
    </>
  )
}
