import { useBlocker } from "@tanstack/react-router"
import type { Editor } from "@tiptap/core"
import { Button, ButtonLink } from "../../kit/button.tsx"
import { loadWhenShown } from "../../kit/loading/load-when-shown.tsx"
import { useBusy, WhileLoading } from "../../kit/loading/ready.tsx"
import { Notice } from "../../kit/notice.tsx"
import type { AnswerOf } from "../calls.ts"
import { ourWorkspace } from "../console-data.ts"
import { useConsoleEnd, useHold } from "../console-end.ts"
import type { End, Wait } from "./collaboration/ends.ts"
import type { OpenDoc } from "./collaboration/open-doc.ts"
import { ConsoleDocText } from "./doc-text.tsx"
import { Copies, EndOfWriting } from "./end-of-writing.tsx"
import { useDocState } from "./use-open-doc.ts"

const EditorPane = loadWhenShown(async () => (await import("./editor/editor-pane.tsx")).EditorPane)

type Doc = AnswerOf<"get-doc">

interface Props {
  doc: Doc
  open: OpenDoc
  /** Receives the editor while the doc can be edited. */
  onEditor(editor: Editor | undefined): void
}

/** The collaboratively edited text. The stored text is shown until the live one has loaded. */
export function LiveText({ doc, open, onEditor }: Props) {
  const { isLoaded, isOnline, hasFailed, isPending, mayWrite, wait, ...state } = useDocState(open)
  const end = useEnd(state.end)
  useBusy("parts", !(isLoaded || hasFailed || end))
  useWarning(open)
  useHold()
  const stored = <ConsoleDocText body={doc.body} />
  return (
    <>
      {end && <EndOfWriting end={end} open={open} title={doc.title} />}
      {!end && wait && !isOnline && <Waiting wait={wait} open={open} title={doc.title} />}
      {!end && isOnline && !mayWrite && isPending && <NotTaken open={open} title={doc.title} />}
      {isLoaded ? (
        <WhileLoading meanwhile={stored}>
          <EditorPane open={open} title={doc.title} mayWrite={mayWrite && end === undefined} onEditor={onEditor} />
        </WhileLoading>
      ) : (
        stored
      )}
    </>
  )
}

/** The console may learn of an end before the doc's connection does. */
function useEnd(end: End | undefined): End | undefined {
  const consoleEnd = useConsoleEnd()
  if (end || !consoleEnd) return end
  return consoleEnd === "signed-out" ? consoleEnd : "no-access"
}

/** Asks before leaving if text would be lost that neither the service nor this browser has stored. */
function useWarning(open: OpenDoc): void {
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname &&
      open.wouldLose() &&
      !confirm("Your last changes aren't saved. Leave and lose them?"),
    enableBeforeUnload: open.wouldLose,
  })
}

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
function Waiting({ wait, open, title }: { wait: Wait; open: OpenDoc; title: string }) {
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
function NotTaken({ open, title }: { open: OpenDoc; title: string }) {
  return (
    <Notice tone="bad" title="This doc is now read-only for you">
      <p className="apart">Your last changes aren't saved. Copy or download them.</p>
      <div className="wrap gap-2">
        <Copies open={open} title={title} />
      </div>
    </Notice>
  )
}
