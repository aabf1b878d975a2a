import { stored } from "../kit/stored.ts"

/** A doc and the account that edits it in this browser. */
export interface EditedDoc {
  accountId: string
  docId: string
}

/** Why the service refuses an edit. */
export type EditRefusal = "read-only" | "no-access" | "gone" | "too-old" | "refused" | "no-room" | "other-title"

export interface DocOfNote {
  /** The slug of its workspace. */
  workspace: string
  /** The doc's title when the note was written. */
  title: string
}

interface Noted extends EditedDoc, DocOfNote {
  readonly key: string
  /** Epoch milliseconds. */
  readonly since: number
  /** Why the last attempt was refused; undefined while it waits to be sent. */
  readonly why?: EditRefusal
}

/** A note about unsent edits of a doc's text. */
export interface WordsNote extends Noted {
  /** The id of the page that made the edits. */
  readonly writer: string
  /** The page's Yjs client id, and the clock from which the service lacks its structs. */
  readonly from?: { readonly client: number; readonly clock: number }
}

/** A note about an unsent title and emoji. */
export interface TitleNote extends Noted {
  readonly named: { title: string; emoji: string | null }
  /** The idempotency key. */
  readonly attempt: string
}

const kinds = { words: "unstored", title: "renamed" } as const

/** Notes that a page has unsent edits. All pages of the browser can read the notes. */
export function noteWords(
  { accountId, docId }: EditedDoc,
  writer: string,
  about: DocOfNote & Pick<WordsNote, "from">,
): void {
  write(`${kinds.words} ${accountId} ${docId} ${writer}`, { ...about, since: Date.now() })
}

/** Notes an unsent title, replacing an earlier note. */
export function noteTitle(
  { accountId, docId }: EditedDoc,
  note: DocOfNote & Pick<TitleNote, "named" | "attempt">,
): void {
  write(`${kinds.title} ${accountId} ${docId}`, { ...note, since: Date.now() })
}

/** An account's notes about unsent edits, oldest first. */
export function listWordsNotes(accountId: string): WordsNote[] {
  return notes(kinds.words, accountId) as WordsNote[]
}

/** An account's notes about unsent titles. */
export function titlesOf(accountId: string): TitleNote[] {
  return notes(kinds.title, accountId) as TitleNote[]
}

/** Checks only the notes' keys, without parsing the notes. */
export function hasUnsent(accountId: string): boolean {
  return Object.values(kinds).some((kind) => keysOf(kind, accountId).length > 0)
}

/** Whether any page has unsent edits of the doc. */
export function hasUnsentWords({ accountId, docId }: EditedDoc): boolean {
  return keysOf(kinds.words, accountId).some((key) => key.split(" ")[2] === docId)
}

/** Adds the reason of a refusal to a note. */
export function noteWhy({ key }: Noted, why: EditRefusal): void {
  const before = read(key)
  if (before && before.why !== why) write(key, { ...before, why })
}

/** Deletes notes: the service has stored the edits, or the writer discarded them. */
export function settle(settled: readonly Pick<Noted, "key">[]): void {
  for (const { key } of settled) stored.remove(key)
  if (settled.length > 0) tellPage()
}

/** Calls `listener` after any page changed a note. Returns the unsubscribe function. */
export function whenNotesChange(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === null || Object.values(kinds).some((kind) => key.startsWith(`${kind} `))) listener()
  }
  addEventListener("storage", hear)
  addEventListener(changed, listener)
  return () => {
    removeEventListener("storage", hear)
    removeEventListener(changed, listener)
  }
}

/** The browser sends `storage` events only to the other pages, so this page sends its own event. */
const changed = "unsent-changed"
const tellPage = () => dispatchEvent(new Event(changed))

/** Where the browser blocks storage, the doc's page says so. */
function write(key: string, value: object): void {
  stored.set(key, JSON.stringify(value))
  tellPage()
}

function read(key: string): Partial<Noted> | undefined {
  try {
    return JSON.parse(stored.get(key) ?? "null") ?? undefined
  } catch {
    return undefined
  }
}

const keysOf = (kind: string, accountId: string): string[] =>
  stored.keys().filter((key) => key.startsWith(`${kind} ${accountId} `))

function notes(kind: string, accountId: string): Noted[] {
  const found = keysOf(kind, accountId).map((key) => {
    const [, , docId = "", writer] = key.split(" ")
    return { workspace: "", title: "", since: 0, ...read(key), key, accountId, docId, writer }
  })
  return found.sort((one, other) => one.since - other.since)
}
