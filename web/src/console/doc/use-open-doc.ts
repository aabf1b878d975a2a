import { useEffect, useState, useSyncExternalStore } from "react"
import { Refused } from "../../api/call.ts"
import { ask } from "../ask.ts"
import { here, mayAs, ourWorkspace } from "../here.ts"
import type { DocState, OpenDoc } from "./collaboration/open-doc.ts"

/** Opens a doc for as long as it is shown. Undefined until what it is opened with has come. */
export function useOpenDoc(docId: string): OpenDoc | undefined {
  const [open, setOpen] = useState<OpenDoc>()
  useEffect(() => {
    let isLeft = false
    let opened: OpenDoc | undefined
    import("./collaboration/open-doc.ts").then(({ openDoc }) => {
      if (isLeft) return
      const { accountId } = here()
      const workspaceSlug = ourWorkspace().slug
      opened = openDoc({ docId, accountId, workspaceSlug, mayWrite: mayAs("member"), ask: () => askMay(docId) })
      setOpen(opened)
    })
    return () => {
      isLeft = true
      opened?.close()
      setOpen(undefined)
    }
  }, [docId])
  return open
}

/** How an open doc stands now. */
export function useDocState(open: OpenDoc): DocState {
  return useSyncExternalStore(open.subscribe, open.state)
}

/** What the reader may do with a doc now; they may have got another role, or none. */
async function askMay(id: string): Promise<"write" | "read" | "signed-out" | "no-access" | "gone"> {
  try {
    const [{ items }] = await Promise.all([ask("list-members", {}), ask("get-doc", { id })])
    return items.find(({ isCaller }) => isCaller)?.role === "viewer" ? "read" : "write"
  } catch (error) {
    const why = error instanceof Refused ? ends.get(error.status) : undefined
    if (!why) throw error
    return why
  }
}

const ends = new Map<number, "signed-out" | "no-access" | "gone">([
  [401, "signed-out"],
  [403, "no-access"],
  [404, "gone"],
])
