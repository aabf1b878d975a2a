import { Column } from "../../kit/column.tsx"
import { Page } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { Panel } from "../../kit/panel.tsx"
import { When } from "../../kit/when.tsx"
import type { PageData } from "../../page-data.ts"
import styles from "./page.module.css"
import { happeningInWords, outcomeInWords } from "./words.ts"

/** What one connected app did, call by call. */
export function ConnectionAuditPage({ entries, connectionsPath, nextPath }: PageData["connection-audit"]) {
  return (
    <Page width="narrow">
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
    </Page>
  )
}

function Entry({ tool, outcome, workspaceSlug, at, requestId }: PageData["connection-audit"]["entries"][number]) {
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
