import type { ConnectionsData } from "../../../../server/src/surfaces/pages/connections/data.ts"
import { When } from "../../kit/when.tsx"
import styles from "./facts.module.css"

type Props = ConnectionsData["apps"][number]["connections"][number]

/** What a connection may do, where, and when it was made and used. */
export function Facts({ scopes, reach, leftOutCount, workspace, createdAt, lastUsedAt, liveUntil }: Props) {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>May</dt>
        <dd>
          <ul>
            {scopes.map(({ scope, words, note }) => (
              <li key={scope}>
                {words}
                {note && <small> {note}</small>}
              </li>
            ))}
          </ul>
        </dd>
      </div>
      <div>
        <dt>Where</dt>
        <dd>
          {reach === "every" && `In every workspace${exceptIn(leftOutCount)}`}
          {reach === "every" && "; unless it is told another, in "}
          <bdi>{workspace.name}</bdi>
        </dd>
      </div>
      <div>
        <dt>Connected</dt>
        <dd>
          <When at={createdAt} />
        </dd>
      </div>
      <div>
        <dt>Last used</dt>
        <dd>{lastUsedAt === null ? "Not yet" : <When at={lastUsedAt} />}</dd>
      </div>
      {liveUntil !== null && (
        <div>
          <dt>Ends unless used</dt>
          <dd>
            <When at={liveUntil} isDay />
          </dd>
        </div>
      )}
    </dl>
  )
}

function exceptIn(count: number): string {
  if (count === 0) return ""
  return count === 1 ? " but one, where it was ended" : ` but ${count}, where it was ended`
}
