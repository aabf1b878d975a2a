import { Button, ButtonLink } from "../../kit/button.tsx"
import { Notice } from "../../kit/notice.tsx"
import { ourWorkspace } from "../console-data.ts"
import type { Wait } from "./collaboration/ends.ts"
import type { OpenDoc } from "./collaboration/open-doc.ts"
import { Copies } from "./end-of-writing.tsx"
import { useDocState } from "./use-open-doc.ts"

const words: Readonly<Record<Wait, [title: string, what: string]>> = {
  "too-many-tabs": ["You have too many docs open", "Close some in other tabs or browsers."],
  "too-many-readers": [
    "Too many people have this doc open",
    "You see the last saved text. We'll connect when someone leaves.",
  ],
  "too-fast": ["Too many changes at once", "The rest is saved in a few seconds."],
  "too-busy": ["Too many requests from your network", "We'll try again in a few seconds."],
  "not-stored": ["Changes can't be saved right now", "We'll try again in a few seconds."],
  "no-room": ["Storage is full", "Deletions are saved. Free up space in the drive to save the rest."],
  "too-new": [
    "This doc was saved by a newer version",
    "An update is in progress. We'll try again. If this continues, contact support.",
  ],
  "no-sockets": [
    "Your network blocks WebSockets",
    "Docs need WebSockets. Use another network or ask its administrator.",
  ],
}

/** Tells why the doc is not connected, what to do, and where unsaved text is kept. */
export function Waiting({ wait, open, title }: { wait: Wait; open: OpenDoc; title: string }) {
  const { isPending, isPersisted } = useDocState(open)
  const [said, what] = words[wait]
  return (
    <Notice tone="note" title={said}>
      <p className="apart">
        {what} {isPending && (isPersisted ? "Changes are saved in this browser." : "Keep this page open until then.")}
      </p>
      <div className="wrap gap-2">
        <Button onClick={open.retry}>Try again</Button>
        {wait === "no-room" && (
          <ButtonLink variant="default" href={`/${ourWorkspace().slug}/drive`}>
            Open drive
          </ButtonLink>
        )}
        {isPending && <Copies open={open} title={title} />}
      </div>
    </Notice>
  )
}

/** Tells that the last edits were not stored because the writer's role changed. */
export function NotTaken({ open, title }: { open: OpenDoc; title: string }) {
  return (
    <Notice tone="bad" title="This doc is now read-only for you">
      <p className="apart">Your last changes aren't saved. Copy or download them.</p>
      <div className="wrap gap-2">
        <Copies open={open} title={title} />
      </div>
    </Notice>
  )
}
