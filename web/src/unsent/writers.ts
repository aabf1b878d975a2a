import { newUuid } from "../api/uuid.ts"

/** A page that a doc is written in. Its lock says to the other pages of the browser that it is still there. */
export interface Writer {
  readonly id: string
  leave(): void
}

const prefix = "writer "

/** Those of this page. */
const own = new Set<string>()

/** Browsers know no locks on pages that came without encryption. */
const { locks }: { locks?: LockManager } = navigator

/** Makes this page a writer until it leaves or is closed, however it is closed. */
export function beWriter(): Writer {
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

/** The ids of the pages that are there now. Without locks none is known, and all that is noted is taken over. */
export async function presentWriters(): Promise<ReadonlySet<string>> {
  const { held = [], pending = [] } = (await locks?.query().catch(() => undefined)) ?? {}
  const names = [...held, ...pending].map(({ name = "" }) => name)
  return new Set(names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)))
}

/** Whether it is this page that writes. */
export const isOwnWriter = (id: string): boolean => own.has(id)

/** Calls `listener` once a page that is there now has left. */
export function whenLeft(id: string, listener: () => void): void {
  locks?.request(prefix + id, { mode: "shared" }, listener).catch(() => {})
}
