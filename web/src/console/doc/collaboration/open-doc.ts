import type { Awareness } from "y-protocols/awareness"
import { Doc } from "yjs"
import { keepTextBlocksFilled } from "../../../../../server/src/domains/docs/conversion/text-blocks.ts"
import { type Connection, connect } from "./connection.ts"
import { afterClose, type End, isRefusal } from "./ends.ts"
import { forget, type Kept, keep } from "./kept.ts"
import { followOwed, type Owed } from "./owed.ts"

/** How an open doc stands. */
export interface DocState {
  /** Whether what is here is the doc, and not a part of it. */
  isLoaded: boolean
  isOnline: boolean
  /** Whether all that was written here is stored by the service. */
  isSaved: boolean
  /** Whether something that was typed is not; unlike the above, it is known while the service is away. */
  isOwed: boolean
  /** Whether this browser keeps what the service does not have yet. */
  isKept: boolean
  mayWrite: boolean
  /** Why it is over; undefined while it is not. */
  end: End | undefined
}

/** A doc that is open in this page. */
export interface OpenDoc {
  readonly doc: Doc
  /** Who else is here, and where they write. */
  readonly awareness: Awareness
  /** Changes its identity with each change. */
  state(): DocState
  subscribe(listener: () => void): () => void
  /** Calls a listener before anything that others did is taken in. Answers how to end that. */
  beforeOthers(listener: () => void): () => void
  /** Tries again after what was refused. */
  retry(): void
  close(): void
}

interface Options {
  docId: string
  accountId: string
  workspaceSlug: string
  /** Whether the reader's role lets them write, as far as the page knows. */
  mayWrite: boolean
  /** Asks the service whether the doc may still be read, and written. */
  ask(): Promise<"write" | "read" | End>
}

/** How long this browser's own store may take before the service is asked without it. */
const patienceMs = 3_000

/** Opens a doc: what this browser has kept of it first, then what the service has. */
export function openDoc(options: Options): OpenDoc {
  const doc = new Doc()
  keepTextBlocksFilled(doc)
  const listeners = new Set<() => void>()
  let state: DocState = {
    ...{ isLoaded: false, isOnline: false, isSaved: true, isOwed: false },
    ...{ isKept: false, mayWrite: options.mayWrite, end: undefined },
  }
  const set = (changes: Partial<DocState>) => {
    const next = { ...state, ...changes }
    if (Object.entries(next).every(([name, value]) => state[name as keyof DocState] === value)) return
    state = next
    for (const listener of listeners) listener()
  }
  const sitting = sit(doc, options, { get: () => state, set })
  return {
    doc,
    awareness: sitting.connection.provider.awareness as Awareness,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    beforeOthers(listener) {
      const { provider } = sitting.connection
      provider.on("message", listener) // told of before the library takes it in
      return () => provider.off("message", listener)
    },
    retry() {
      sitting.refusals = 0
      set({ end: undefined })
      sitting.connection.connect()
    },
    close() {
      sitting.isClosed = true
      listeners.clear()
      sitting.connection.close()
      sitting.kept?.close()
      doc.destroy()
    },
  }
}

interface Held {
  get(): DocState
  set(changes: Partial<DocState>): void
}

/** What is known while a doc is open, beside what is shown of it. */
interface Sitting extends Held {
  readonly options: Options
  readonly connection: Connection
  readonly owed: Owed
  kept: Kept | undefined
  /** Whether what this browser kept was once all that the service had. */
  isWhole: boolean
  /** Whether the service had its time to answer. */
  hasTried: boolean
  /** How often in a row it refused what it was sent. */
  refusals: number
  isClosed: boolean
}

function sit(doc: Doc, options: Options, held: Held): Sitting {
  const sitting: Sitting = {
    ...{ ...held, options, kept: undefined, isWhole: false, hasTried: false, refusals: 0, isClosed: false },
    owed: followOwed(doc, options),
    connection: connect({
      ...options,
      doc,
      onChange: () => tell(sitting),
      onClose: (code) => goOnAfter(sitting, code),
    }),
  }
  begin(doc, sitting)
  return sitting
}

/** Asks the service once it is known what this browser has, so that only the rest has to be sent. */
async function begin(doc: Doc, sitting: Sitting): Promise<void> {
  const { options, connection, set } = sitting
  const opening = options.mayWrite ? keep(doc, options, () => set({ isKept: false })) : forget(options)
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs, undefined))
  sitting.kept = await Promise.race([opening.catch(() => undefined), late])
  sitting.isWhole = (await sitting.kept?.isWhole()) ?? false
  if (sitting.isClosed) return sitting.kept?.close()
  set({ isKept: sitting.kept !== undefined })
  connection.connect()
  setTimeout(() => {
    sitting.hasTried = true
    tell(sitting)
  }, patienceMs)
}

/** Says how it all stands. */
function tell({ connection, kept, owed, get, set, ...sitting }: Sitting): void {
  if (sitting.isClosed) return
  if (connection.isSaved()) owed.settle()
  const isSynced = connection.isSynced()
  if (isSynced) kept?.markWhole()
  const isAlone = !connection.isOnline() && sitting.isWhole && sitting.hasTried
  set({
    isLoaded: get().isLoaded || isSynced || isAlone,
    isOnline: connection.isOnline(),
    isSaved: connection.isSaved(),
    isOwed: owed.is(),
    mayWrite: connection.mayWrite() ?? get().mayWrite,
  })
}

/** What follows when the service ended the connection; false when it is not to be made again by itself. */
function goOnAfter(sitting: Sitting, code: number): boolean {
  sitting.hasTried = true
  sitting.refusals = isRefusal(code) ? sitting.refusals + 1 : 0
  const then = afterClose(code, sitting.refusals)
  if (then === "ask-again") goOnIfAllowed(sitting)
  else if (then !== "connect-again") end(sitting, then)
  return then === "connect-again"
}

async function goOnIfAllowed(sitting: Sitting): Promise<void> {
  const found = await sitting.options.ask().catch(() => "unknown" as const)
  if (sitting.isClosed) return
  if (found !== "read" && found !== "write" && found !== "unknown") return end(sitting, found)
  if (found === "read") await sitting.kept?.clear().catch(() => {})
  sitting.connection.connect()
}

function end({ kept, owed, set }: Sitting, why: End): void {
  const isOwed = owed.is()
  // What the service has, nobody needs to find in this browser.
  if (why === "no-access" || (why === "signed-out" && !isOwed)) kept?.clear().catch(() => {})
  set({ end: why, isOwed, isOnline: false })
}
