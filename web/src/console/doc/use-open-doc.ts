import { useEffect, useRef, useState, useSyncExternalStore } from "react"
import { ask } from "../calls.ts"
import { here, mayAs, ourWorkspace } from "../console-data.ts"
import { endOrWaitOf } from "./collaboration/ends.ts"
import type { OpenDoc } from "./collaboration/open-doc.ts"
import type { DocState } from "./collaboration/session.ts"

/** Keeps a doc open while it is shown. Undefined until the code for it has loaded. */
export function useOpenDoc({ id: docId, title }: { id: string; title: string }): OpenDoc | undefined {
  const [open, setOpen] = useState<OpenDoc>()
  const firstTitle = useRef(title)
  useEffect(() => {
    let isLeft = false
    let opened: OpenDoc | undefined
    loadAll().then(([{ openDoc }]) => {
      if (isLeft) return
      const whose = { docId, title: firstTitle.current, accountId: here().accountId, workspace: ourWorkspace().slug }
      opened = openDoc({ ...whose, mayWrite: mayAs("member"), ask: () => askMay(docId) })
      setOpen(opened)
    })
    return () => {
      isLeft = true
      if (opened) leave(opened)
      setOpen(undefined)
    }
  }, [docId])
  return open
}

export function useDocState(open: OpenDoc): DocState {
  return useSyncExternalStore(open.subscribe, open.state)
}

/** Also loads what is needed once the service is unreachable. */
const loadAll = () => Promise.all([import("./collaboration/open-doc.ts"), loadSending(), loadPlainText()])
const loadSending = () => import("./collaboration/send-unsent.ts")
export const loadPlainText = () => import("./collaboration/plain-text.ts")

/** The page continues to send unsaved text after the doc is left. */
function leave(open: OpenDoc): void {
  const { isPending } = open.state()
  open.close()
  if (isPending) loadSending().then(({ startSending }) => startSending(here().accountId))
}

/** Asks for the reader's current permission on a doc: the role may have changed. */
async function askMay(id: string) {
  try {
    const [{ items }] = await Promise.all([ask("list-members", {}), ask("get-doc", { id })])
    return items.find(({ isCaller }) => isCaller)?.role === "viewer" ? "read" : "write"
  } catch (error) {
    return endOrWaitOf(error)
  }
}
