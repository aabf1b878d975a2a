import { useEffect, useRef, useState, useSyncExternalStore } from "react"
import { ask } from "../ask.ts"
import { here, mayAs, ourWorkspace } from "../here.ts"
import { whyNot } from "./collaboration/ends.ts"
import type { OpenDoc } from "./collaboration/open-doc.ts"
import type { DocState } from "./collaboration/sitting.ts"

/** Opens a doc for as long as it is shown. Undefined until what it is opened with has come. */
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

/** How an open doc stands now. */
export function useDocState(open: OpenDoc): DocState {
  return useSyncExternalStore(open.subscribe, open.state)
}

/** What is wanted once the service is away is there by then. */
const loadAll = () => Promise.all([import("./collaboration/open-doc.ts"), loadSending(), loadPlainText()])
const loadSending = () => import("./collaboration/send-unsent.ts")
export const loadPlainText = () => import("./collaboration/plain-text.ts")

/** What is not stored yet is sent on by the page, wherever it is then. */
function leave(open: OpenDoc): void {
  const { isOwed } = open.state()
  open.close()
  if (isOwed) loadSending().then(({ startSending }) => startSending(here().accountId))
}

/** What the reader may do with a doc now; they may have got another role, or none. */
async function askMay(id: string) {
  try {
    const [{ items }] = await Promise.all([ask("list-members", {}), ask("get-doc", { id })])
    return items.find(({ isCaller }) => isCaller)?.role === "viewer" ? "read" : "write"
  } catch (error) {
    return whyNot(error)
  }
}
