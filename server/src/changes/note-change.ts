import type { Bus } from "#adapters/bus/port.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { afterCommit } from "#storage/after-commit.ts"
import type { Inside } from "#storage/database.ts"
import { type Change, type Recorded, recordChanges } from "./change-store.ts"
import { type NotedEvent, storeEvents } from "./event-store.ts"

interface Noted {
  readonly changes: Map<string, Change>
  readonly accounts: Set<string>
  /** The number of each doc's last update, or "gone" for a deleted doc. */
  readonly docs: Map<string, number | "gone">
  /** The workspaces with a hostname that the service begins or ceases to serve. */
  readonly hostnamesOf: Set<WorkspaceId>
  readonly events: NotedEvent[]
}

const notedIn = new WeakMap<object, Noted>()

/** Records a change that pages show. It commits only with the transaction. Equal notes become one. */
export function noteChange(cx: Inside, change: Change): void {
  noted(cx).changes.set(`${change.workspaceId} ${change.kind} ${change.ref ?? ""}`, change)
}

/** Records that access ends or narrows. Open streams and sockets are checked again after the commit. */
export function noteAccess(cx: Inside, accountId: string): void {
  noted(cx).accounts.add(accountId)
}

/** Records updates of a doc up to `seq`. Processes that have the doc open read them after the commit. */
export function noteDoc(cx: Inside, docId: string, seq: number): void {
  noted(cx).docs.set(docId, seq)
}

/** Notes that the transaction deletes a doc. The sockets that have it open are checked again after the commit. */
export function noteDocGone(cx: Inside, docId: string): void {
  noted(cx).docs.set(docId, "gone")
}

/** Notes that a workspace's hostnames begin or end to be served. Processes that keep hostnames read them after the commit. */
export function noteHostnames(cx: Inside, workspaceId: WorkspaceId): void {
  noted(cx).hostnamesOf.add(workspaceId)
}

/** Use `noteEvent`. */
export function noteToStore(cx: Inside, event: NotedEvent): void {
  noted(cx).events.push(event)
}

/** An event takes its place from a change, so that pages do not see a number without a change. */
function placeEvents({ changes, events }: Noted): void {
  const changed = new Set([...changes.values()].map(({ workspaceId }) => workspaceId))
  for (const { workspaceId } of events) {
    if (!changed.has(workspaceId)) changes.set(`${workspaceId} webhooks `, { workspaceId, kind: "webhooks" })
  }
}

/** Runs last in a transaction. After the commit, calls `tell` with the numbers and publishes to the bus. */
export async function recordNoted(cx: Inside, bus: Bus, tell: (recorded: readonly Recorded[]) => void = () => {}) {
  const found = notedIn.get(cx.db)
  if (!found) return
  placeEvents(found)
  const recorded = await recordChanges(cx, [...found.changes.values()])
  const heard = await storeEvents(cx, found.events, recorded)
  afterCommit(cx.db, () => {
    tell(recorded)
    for (const workspaceId of heard) bus.publish("events", workspaceId)
    for (const { workspaceId, last } of recorded) bus.publish("changes", `${workspaceId}:${last}`)
    for (const accountId of found.accounts) bus.publish("access", accountId)
    for (const [docId, what] of found.docs) bus.publish("docs", `${docId}:${what}`)
    for (const workspaceId of found.hostnamesOf) bus.publish("domains", workspaceId)
  })
}

/** Calls `tell` after the commit, and never after a rollback. */
export function onceCommitted(cx: Inside, tell: () => void): void {
  afterCommit(cx.db, tell)
}

function noted({ db }: Inside): Noted {
  const known = notedIn.get(db)
  if (known) return known
  const fresh: Noted = { changes: new Map(), accounts: new Set(), docs: new Map(), hostnamesOf: new Set(), events: [] }
  notedIn.set(db, fresh)
  return fresh
}
