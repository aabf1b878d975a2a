import type { Doc, ID } from "yjs"
import { dropKeptDoc } from "../../../unsent/kept-docs.ts"
import { hasUnsentWords, whenNotesChange } from "../../../unsent/notes.ts"
import { beWriter } from "../../../unsent/writers.ts"
import { toast } from "../../ui/toast.ts"
import { connectDoc } from "./connection.ts"
import { keep } from "./kept.ts"
import { followOwed } from "./owed.ts"
import { keepOwnLines } from "./own-lines.ts"
import { reactToClose } from "./react-to-close.ts"
import type { DocSitting, Options, StateHolder } from "./sitting.ts"

/** The longest wait for this browser's copy before connecting, and then for the service before it counts as away. */
const patienceMs = 3_000
/** Opens a session on a doc: connects it, stores it locally, and reports its state. */
export function sit(doc: Doc, options: Options, held: StateHolder): DocSitting {
  const writer = beWriter()
  const endNotes = whenNotesChange(() => tell(sitting))
  const sitting: DocSitting = {
    ...{ ...held, options, kept: undefined, hasTried: false, refusals: 0, failures: 0, again: undefined },
    isClosed: false,
    owed: followOwed(doc, writer, options),
    connection: connectDoc({
      ...options,
      ...{ doc, isUnseen: options.isUnseen ?? false },
      onChange: () => tell(sitting),
      onClose: (code) => reactToClose(sitting, code),
    }),
    retry() {
      sitting.refusals = 0
      held.set({ end: undefined, wait: undefined })
      sitting.connection.connect()
    },
    discard() {
      sitting.owed.settle()
      sitting.kept?.clear()
    },
    close() {
      sitting.isClosed = true
      clearTimeout(sitting.again)
      endNotes()
      sitting.connection.close()
      sitting.kept?.close()
      writer.leave()
    },
  }
  followOwnLines(doc, sitting)
  begin(doc, sitting)
  return sitting
}

function followOwnLines(doc: Doc, { owed, options: { title } }: DocSitting): void {
  const isOwn = (id: ID) => id.client === doc.clientID || owed.holds(id)
  keepOwnLines(doc, { isOwn, isUnstored: owed.holds }, (words) =>
    toast({
      tone: "bad",
      title: `A line of “${title}” was deleted while you edited it`,
      text: `Your text was kept on a new line: “${words}”`,
    }),
  )
}

/** Connects after the browser's copy has loaded, so that the service sends only the difference. */
async function begin(doc: Doc, sitting: DocSitting): Promise<void> {
  const { options, connection } = sitting
  const opening = options.mayWrite ? takeUp(doc, sitting) : forget(options)
  const late = new Promise<void>((resolve) => setTimeout(resolve, patienceMs))
  await Promise.race([opening.catch(() => {}), late])
  if (sitting.isClosed) return
  connection.connect()
  setTimeout(() => {
    sitting.hasTried = true
    tell(sitting)
  }, patienceMs)
}

/** Loads the browser's copy into the doc, including the edits of closed pages. */
async function takeUp(doc: Doc, sitting: DocSitting): Promise<void> {
  await sitting.owed.find()
  const kept = await keep(doc, sitting.options, () => tell(sitting))
  if (sitting.isClosed) return kept.close()
  sitting.kept = kept
  sitting.owed.takeOver()
  tell(sitting)
}

/** A reader's browser keeps no copy, unless it holds edits that were never sent. */
async function forget(options: Options): Promise<void> {
  if (!hasUnsentWords(options)) await dropKeptDoc(options)
}

/** Publishes the current state. */
function tell(sitting: DocSitting): void {
  const { connection, kept, owed, get, set } = sitting
  if (sitting.isClosed) return
  const isSynced = connection.isSynced()
  if (connection.isSaved()) owed.settle()
  if (connection.isOnline()) {
    sitting.failures = 0
    if (connection.isSaved()) sitting.refusals = 0
  }
  if (isSynced) kept?.markWhole()
  const isAlone = !connection.isOnline() && (kept?.isWhole() ?? false) && sitting.hasTried
  set({
    isLoaded: get().isLoaded || isSynced || isAlone,
    isOnline: connection.isOnline(),
    hasFailed: sitting.failures > 0,
    isSaved: connection.isSaved(),
    isOwed: owed.is(),
    isOwedElsewhere: owed.isElsewhere(),
    isKept: kept !== undefined && !kept.hasFailed(),
    mayWrite: connection.mayWrite() ?? get().mayWrite,
    ...(isSynced && connection.isOnline() && { wait: undefined }),
  })
  if (!connection.isOnline() && owed.is()) askToPersist()
}

let hasAsked = false

/** Asks the browser not to evict unsent edits. Some browsers ask the person. */
function askToPersist(): void {
  if (hasAsked) return
  hasAsked = true
  navigator.storage?.persist?.().catch(() => {})
}
