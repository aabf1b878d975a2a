import { Button, ButtonLink } from "../../kit/button.tsx"
import { Notice } from "../../kit/notice.tsx"
import { ourWorkspace } from "../here.ts"
import type { Wait } from "./collaboration/ends.ts"
import type { OpenDoc } from "./collaboration/open-doc.ts"
import { Copies } from "./end-of-writing.tsx"
import { useDocState } from "./use-open-doc.ts"
import styles from "./view.module.css"

const words: Readonly<Record<Wait, [title: string, what: string]>> = {
  "too-many-tabs": ["You have too many docs open", "Close some in other tabs or browsers. Then this one connects."],
  "too-many-readers": [
    "As many people as can have this doc open already",
    "You see what was stored when you opened the page. It connects when somebody leaves.",
  ],
  "too-fast": ["That was more than is taken at once", "The rest is sent in a few seconds."],
  "too-busy": ["The service takes no more from this network at the moment", "It is tried again in a few seconds."],
  "not-stored": ["The service could not store anything just now", "It is tried again in a few seconds."],
  "no-room": [
    "The workspace's storage is full",
    "What you delete is stored. What you add is sent as soon as there is room: the drive's page says what takes how much.",
  ],
  "too-new": [
    "A newer version of this service has written this doc",
    "The server that answered is being replaced. The page tries again by itself; if it goes on, ask the operator.",
  ],
  "no-sockets": [
    "This network lets no lasting connection through",
    "Docs need one (a WebSocket). Ask who runs the network, or use another one.",
  ],
}

/** Tells why the doc is not connected, what to do, and where unsaved text is kept. */
export function Waiting({ wait, open, title }: { wait: Wait; open: OpenDoc; title: string }) {
  const { isOwed, isKept } = useDocState(open)
  const [said, what] = words[wait]
  return (
    <Notice tone="note" title={said}>
      <p>
        {what} {isOwed && (isKept ? "What you wrote is kept in this browser." : "Leave this page open until then.")}
      </p>
      <div className={styles.line}>
        <Button onClick={open.retry}>Try again</Button>
        {wait === "no-room" && (
          <ButtonLink variant="default" href={`/${ourWorkspace().slug}/drive`}>
            See what is stored
          </ButtonLink>
        )}
        {isOwed && <Copies open={open} title={title} />}
      </div>
    </Notice>
  )
}

/** Tells that the last edits were not stored because the writer's role changed. */
export function NotTaken({ open, title }: { open: OpenDoc; title: string }) {
  return (
    <Notice tone="bad" title="You may only read this doc now">
      <p>What you wrote last is not stored. Copy it, or save it as a file.</p>
      <div className={styles.line}>
        <Copies open={open} title={title} />
      </div>
    </Notice>
  )
}
