import { newUuid } from "../api/uuid.ts"

/** A page that edits a doc. It holds a Web Lock, by which other pages see that it is open. */
export interface EditingPage {
  readonly id: string
  leave(): void
}

const prefix = "writer "

/** The writers of this page. */
const own = new Set<string>()

/** Web Locks exist only in secure contexts. */
const { locks }: { locks?: LockManager } = navigator

/** Registers this page as a writer. The browser releases its lock however the page is closed. */
export function beWriter(): EditingPage {
  const id = newUuid()
  let leave = () => {}
  const left = new Promise<void>((resolve) => {
    leave = resolve
  })
  locks?.request(prefix + id, () => left).catch(() => {})
  own.add(id)
  return {
    id,
    leave() {
      own.delete(id)
      leave()
    },
  }
}

/** The ids of the open writers. Without Web Locks it is empty, so that this page takes over all notes. */
export async function presentWriters(): Promise<ReadonlySet<string>> {
  const { held = [], pending = [] } = (await locks?.query().catch(() => undefined)) ?? {}
  const names = [...held, ...pending].map(({ name = "" }) => name)
  return new Set(names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)))
}

export const isOwnWriter = (id: string): boolean => own.has(id)

/** Calls `listener` once the writer has left. */
export function whenLeft(id: string, listener: () => void): void {
  locks?.request(prefix + id, { mode: "shared" }, listener).catch(() => {})
}
