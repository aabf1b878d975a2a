import { lazy, Suspense, useEffect } from "react"
import type { AnswerOf } from "../ask.ts"
import type { OpenDoc } from "./collaboration/open-doc.ts"
import { DocText } from "./doc-text.tsx"
import { EndOfWriting } from "./end-of-writing.tsx"
import { useDocState } from "./use-open-doc.ts"

const EditorPane = lazy(async () => ({ default: (await import("./editor/editor-pane.tsx")).EditorPane }))

type Doc = AnswerOf<"get-doc">

/** The text as several people write it. What was stored last stands in its place until it is there. */
export function LiveText({ doc, open }: { doc: Doc; open: OpenDoc }) {
  const { isLoaded, mayWrite, end } = useDocState(open)
  useWarning(open)
  const stored = <DocText body={doc.body} />
  return (
    <>
      {end && <EndOfWriting end={end} open={open} title={doc.title} />}
      {isLoaded ? (
        <Suspense fallback={stored}>
          <EditorPane open={open} title={doc.title} mayWrite={mayWrite && end === undefined} />
        </Suspense>
      ) : (
        stored
      )}
    </>
  )
}

/** Where the browser keeps nothing, leaving the page would lose what the service does not have yet. */
function useWarning(open: OpenDoc): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      const { isOwed, isKept } = open.state()
      if (isOwed && !isKept) event.preventDefault()
    }
    addEventListener("beforeunload", warn)
    return () => removeEventListener("beforeunload", warn)
  }, [open])
}
