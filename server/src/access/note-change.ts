import type { Bus } from "#adapters/bus/port.ts"
import { afterCommit } from "#storage/after-commit.ts"
import { type Change, type Recorded, recordChanges } from "./change-store.ts"
import type { Inside } from "./context.ts"

interface Noted {
  readonly changes: Map<string, Change>
  readonly accounts: Set<string>
  /** The number of the last update by doc, or that it went. */
  readonly docs: Map<string, number | "gone">
}

const notedIn = new WeakMap<object, Noted>()

/**
 * Notes that the present transaction changes something that a page may show. What was noted is recorded as the
 * transaction's last statement, so it is true if, and only if, the change is; several notes of the same make one.
 */
export function noteChange(cx: Inside, change: Change): void {
  noted(cx).changes.set(`${change.workspaceId} ${change.kind} ${change.ref ?? ""}`, change)
}

/**
 * Notes that the present transaction ends or narrows what an account may do: a session, a membership, a role. Its open
 * streams and sockets are looked at again once it has committed.
 */
export function noteAccess(cx: Inside, accountId: string): void {
  noted(cx).accounts.add(accountId)
}

/**
 * Notes that the present transaction stored updates of a doc, up to number `seq`. Processes that have the doc open read
 * them once it has committed.
 */
export function noteDoc(cx: Inside, docId: string, seq: number): void {
  noted(cx).docs.set(docId, seq)
}

/** Notes that the present transaction takes a doc away. Those who have it open are looked at again once it committed. */
export function noteDocGone(cx: Inside, docId: string): void {
  noted(cx).docs.set(docId, "gone")
}

/**
 * Writes down what a transaction noted, and wakes whoever waits for it after the commit; `tell` hears first under which
 * numbers. Called as its last step.
 */
export async function recordNoted(
  cx: Inside,
  bus: Bus,
  tell: (recorded: readonly Recorded[]) => void = () => {},
): Promise<void> {
  const found = notedIn.get(cx.db)
  if (!found) return
  const recorded = await recordChanges(cx, [...found.changes.values()])
  afterCommit(cx.db, () => {
    tell(recorded)
    for (const { workspaceId, last } of recorded) bus.publish("changes", `${workspaceId}:${last}`)
    for (const accountId of found.accounts) bus.publish("access", accountId)
    for (const [docId, what] of found.docs) bus.publish("docs", `${docId}:${what}`)
  })
}

/** Calls `tell` once the present transaction has committed, and never if it does not. */
export function onceCommitted(cx: Inside, tell: () => void): void {
  afterCommit(cx.db, tell)
}

function noted({ db }: Inside): Noted {
  const known = notedIn.get(db)
  if (known) return known
  const fresh: Noted = { changes: new Map(), accounts: new Set(), docs: new Map() }
  notedIn.set(db, fresh)
  return fresh
}
