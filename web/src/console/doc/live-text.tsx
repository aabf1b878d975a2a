import { useBlocker } from "@tanstack/react-router"
import type { Editor } from "@tiptap/core"
import { loadWhenShown } from "../../kit/loading/load-when-shown.tsx"
import { useBusy, WhileLoading } from "../../kit/loading/ready.tsx"
import type { AnswerOf } from "../ask.ts"
import { useConsoleEnd, useHold } from "../console-end.ts"
import type { End } from "./collaboration/ends.ts"
import type { OpenDoc } from "./collaboration/open-doc.ts"
import { ConsoleDocText } from "./doc-text.tsx"
import { EndOfWriting } from "./end-of-writing.tsx"
import { useDocState } from "./use-open-doc.ts"
import { NotTaken, Waiting } from "./waiting.tsx"

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
  const gone = useConsoleEnd()
  if (end || !gone) return end
  return gone === "signed-out" ? gone : "no-access"
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
