import type { ConnectionAuditData } from "../../../../server/src/surfaces/pages/connections/data.ts"
import { Column } from "../../kit/column.tsx"
import { Frame } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { Panel } from "../../kit/panel.tsx"
import { When } from "../../kit/when.tsx"
import styles from "./page.module.css"
import { happeningInWords, outcomeInWords } from "./words.ts"

/** What one connected app did, call by call. */
export function Page({ entries, connectionsPath, nextPath }: ConnectionAuditData) {
  return (
    <Frame width="narrow">
      <Column>
        <Heading below="Every call, newest first, kept for 180 days.">What the app did</Heading>
        <Panel label="Calls">
          {entries.length === 0 && <p className={styles.none}>Nothing yet.</p>}
          <ol className={styles.entries}>
            {entries.map((entry) => (
              <Entry key={entry.id} {...entry} />
            ))}
          </ol>
        </Panel>
        <p>
          {nextPath && (
            <>
              <a href={nextPath}>Older calls</a>{" "}
            </>
          )}
          <a href={connectionsPath}>Back to connected apps</a>
        </p>
      </Column>
    </Frame>
  )
}

function Entry({ tool, outcome, workspaceSlug, at, requestId }: ConnectionAuditData["entries"][number]) {
  const isConnection = tool === "connection"
  const isFine = isConnection || outcome === "ok" || outcome === "replayed"
  return (
    <li className={styles.entry}>
      <span className={styles.what}>
        {isConnection ? happeningInWords(outcome) : <code>{tool === "unknown" ? "an unknown tool" : tool}</code>}
        {!isConnection && (
          <span className={styles.outcome} data-tone={isFine ? "good" : "bad"}>
            {outcomeInWords(outcome)}
          </span>
        )}
      </span>
      <span className={styles.detail} title={requestId ? `Request ${requestId}` : undefined}>
        <When at={at} />
        {workspaceSlug && ` · in ${workspaceSlug}`}
      </span>
    </li>
  )
}
