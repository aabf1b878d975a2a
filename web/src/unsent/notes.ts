/** A doc in this browser, as one person writes it. */
export interface Whose {
  accountId: string
  docId: string
}

/** Why the service does not take what was written. */
export type Refusal = "read-only" | "no-access" | "gone" | "too-old" | "refused" | "no-room" | "other-title"

/** What a note says of a doc. */
export interface About {
  /** The slug of its workspace. */
  workspace: string
  /** What it was called. */
  title: string
}

interface Noted extends Whose, About {
  readonly key: string
  /** When it was noted. */
  readonly since: number
  /** Why it was not taken when it was sent last; undefined while it waits to be sent. */
  readonly why?: Refusal
}

/** Words of a doc that the service does not have yet. */
export interface WordsNote extends Noted {
  /** The page that they were written in. */
  readonly writer: string
  /** As which client that page wrote, and from which of its parts on the service lacks them. */
  readonly from?: { readonly client: number; readonly clock: number }
}

/** A title and an emoji that the service does not have yet. */
export interface TitleNote extends Noted {
  readonly named: { title: string; emoji: string | null }
  /** Shows the service that a second try is the same. */
  readonly attempt: string
}

const kinds = { words: "unstored", title: "renamed" } as const

/** Notes that the service does not have yet what a page writes. Notes are read by every page of the browser. */
export function noteWords({ accountId, docId }: Whose, writer: string, about: About & Pick<WordsNote, "from">): void {
  write(`${kinds.words} ${accountId} ${docId} ${writer}`, { ...about, since: Date.now() })
}

/** Notes a title that the service does not have yet, in the place of one that was noted before. */
export function noteTitle({ accountId, docId }: Whose, note: About & Pick<TitleNote, "named" | "attempt">): void {
  write(`${kinds.title} ${accountId} ${docId}`, { ...note, since: Date.now() })
}

/** What an account has written that the service does not have yet, the oldest first. */
export function wordsOf(accountId: string): WordsNote[] {
  return notes(kinds.words, accountId) as WordsNote[]
}

/** The titles that an account has given and the service does not have yet. */
export function titlesOf(accountId: string): TitleNote[] {
  return notes(kinds.title, accountId) as TitleNote[]
}

/** Whether anything that an account wrote is not stored. Reads no note, only whether there is one. */
export function hasUnsent(accountId: string): boolean {
  return Object.values(kinds).some((kind) => keysOf(kind, accountId).length > 0)
}

/** Whether words of a doc are noted, of whichever page. */
export function hasUnsentWords({ accountId, docId }: Whose): boolean {
  return keysOf(kinds.words, accountId).some((key) => key.split(" ")[2] === docId)
}

/** Keeps with a note why the service did not take it. */
export function noteWhy({ key }: Noted, why: Refusal): void {
  const before = read(key)
  if (before && before.why !== why) write(key, { ...before, why })
}

/** Takes notes away: the service has what they are about, or their writer gave it up. */
export function settle(settled: readonly Pick<Noted, "key">[]): void {
  for (const { key } of settled) {
    try {
      localStorage.removeItem(key)
    } catch {}
  }
  if (settled.length > 0) tellPage()
}

/** Calls `listener` when a note changed, in this page or another. Answers how to end that. */
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

/** The browser tells the other pages of a change, and not the one that made it. */
const changed = "unsent-changed"
const tellPage = () => dispatchEvent(new Event(changed))

function write(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {} // A browser that keeps nothing: the page itself says so.
  tellPage()
}

function read(key: string): Partial<Noted> | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? undefined
  } catch {
    return undefined
  }
}

function keysOf(kind: string, accountId: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(`${kind} ${accountId} `))
  } catch {
    return []
  }
}

function notes(kind: string, accountId: string): Noted[] {
  const found = keysOf(kind, accountId).map((key) => {
    const [, , docId = "", writer] = key.split(" ")
    return { workspace: "", title: "", since: 0, ...read(key), key, accountId, docId, writer }
  })
  return found.sort((one, other) => one.since - other.since)
}
