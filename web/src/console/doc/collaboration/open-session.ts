import type { Doc, ID } from "yjs"
import { hasUnsentWords, whenNotesChange } from "../../../unsent/notes.ts"
import { dropPersistedDoc } from "../../../unsent/persisted-docs.ts"
import { beWriter } from "../../../unsent/writers.ts"
import { toast } from "../../toast.ts"
import { connectDoc } from "./connection.ts"
import { keep } from "./local-copy.ts"
import { keepOwnLines } from "./own-lines.ts"
import { followPending } from "./pending.ts"
import { reactToClose } from "./react-to-close.ts"
import type { DocSession, Options, StateHolder } from "./session.ts"

/** The longest wait for this browser's copy before connecting, and then for the service before it counts as away. */
const patienceMs = 3_000
/** Opens a session on a doc: connects it, stores it locally, and reports its state. */
export function openDocSession(doc: Doc, options: Options, held: StateHolder): DocSession {
  const writer = beWriter()
  const endNotes = whenNotesChange(() => tell(session))
  const session: DocSession = {
    ...{ ...held, options, copy: undefined, hasTried: false, refusals: 0, failures: 0, again: undefined },
    isClosed: false,
    pending: followPending(doc, writer, options),
    connection: connectDoc({
      ...options,
      ...{ doc, isUnseen: options.isUnseen ?? false },
      onChange: () => tell(session),
      onClose: (code) => reactToClose(session, code),
    }),
    retry() {
      session.refusals = 0
      held.set({ end: undefined, wait: undefined })
      session.connection.connect()
    },
    discard() {
      session.pending.settle()
      session.copy?.clear()
    },
    close() {
      session.isClosed = true
      clearTimeout(session.again)
      endNotes()
      session.connection.close()
      session.copy?.close()
      writer.leave()
    },
  }
  followOwnLines(doc, session)
  begin(doc, session)
  return session
}

function followOwnLines(doc: Doc, { pending, options: { title } }: DocSession): void {
  const isOwn = (id: ID) => id.client === doc.clientID || pending.holds(id)
  keepOwnLines(doc, { isOwn, isUnstored: pending.holds }, (words) =>
    toast({
      tone: "bad",
      title: `A line of “${title}” was deleted while you edited it`,
      text: `Your text was kept on a new line: “${words}”`,
    }),
  )
}

/** Connects after the browser's copy has loaded, so that the service sends only the difference. */
async function begin(doc: Doc, session: DocSession): Promise<void> {
  const { options, connection } = session
  const opening = options.mayWrite ? takeUp(doc, session) : forget(options)
  const late = new Promise<void>((resolve) => setTimeout(resolve, patienceMs))
  await Promise.race([opening.catch(() => {}), late])
  if (session.isClosed) return
  connection.connect()
  setTimeout(() => {
    session.hasTried = true
    tell(session)
  }, patienceMs)
}

/** Loads the browser's copy into the doc, including the edits of closed pages. */
async function takeUp(doc: Doc, session: DocSession): Promise<void> {
  await session.pending.find()
  const copy = await keep(doc, session.options, () => tell(session))
  if (session.isClosed) return copy.close()
  session.copy = copy
  session.pending.takeOver()
  tell(session)
}

/** A reader's browser keeps no copy, unless it holds edits that were never sent. */
async function forget(options: Options): Promise<void> {
  if (!hasUnsentWords(options)) await dropPersistedDoc(options)
}

/** Publishes the current state. */
function tell(session: DocSession): void {
  const { connection, copy, pending, get, set } = session
  if (session.isClosed) return
  const isSynced = connection.isSynced()
  if (connection.isSaved()) pending.settle()
  if (connection.isOnline()) {
    session.failures = 0
    if (connection.isSaved()) session.refusals = 0
  }
  if (isSynced) copy?.markWhole()
  const isAlone = !connection.isOnline() && (copy?.isWhole() ?? false) && session.hasTried
  set({
    isLoaded: get().isLoaded || isSynced || isAlone,
    isOnline: connection.isOnline(),
    hasFailed: session.failures > 0,
    isSaved: connection.isSaved(),
    isPending: pending.is(),
    isPendingElsewhere: pending.isElsewhere(),
    isPersisted: copy !== undefined && !copy.hasFailed(),
    mayWrite: connection.mayWrite() ?? get().mayWrite,
    ...(isSynced && connection.isOnline() && { wait: undefined }),
  })
  if (!connection.isOnline() && pending.is()) askToPersist()
}

let hasAsked = false

/** Asks the browser not to evict unsent edits. Some browsers ask the person. */
function askToPersist(): void {
  if (hasAsked) return
  hasAsked = true
  navigator.storage?.persist?.().catch(() => {})
}
