import type { Context } from "#access/context.ts"
import { type App, systemContext } from "#access/perform.ts"
import {
  findKnownHostname,
  hasMoreHostnames,
  type KnownHostname,
  listKnownHostnames,
  listKnownHostnamesOf,
} from "#domains/workspaces/index.ts"
import { openPolls, type Polls } from "#kernel/time/polls.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

const usualMost = 200_000
const pageSize = 5_000
const lookupsPerSecond = 200

class Kept {
  readonly served = new Map<string, WorkspaceId>()
  readonly claimed = new Map<string, Set<WorkspaceId>>()

  add({ hostname, workspaceId, isServed }: KnownHostname): void {
    if (isServed === 1) this.served.set(hostname, workspaceId)
    else this.claimed.set(hostname, (this.claimed.get(hostname) ?? new Set()).add(workspaceId))
  }

  drop(workspaceIds: ReadonlySet<WorkspaceId>): void {
    for (const [hostname, workspaceId] of this.served) if (workspaceIds.has(workspaceId)) this.served.delete(hostname)
    for (const [hostname, claiming] of this.claimed) {
      for (const workspaceId of workspaceIds) claiming.delete(workspaceId)
      if (claiming.size === 0) this.claimed.delete(hostname)
    }
  }

  find(hostname: string): Known {
    return this.served.has(hostname) ? "served" : this.claimed.has(hostname) ? "claimed" : "unknown"
  }
}

/** `served`: it may have a certificate. `claimed`: that is to be found out. */
type Known = "served" | "claimed" | "unknown"

/**
 * The hostnames that the service serves, or will serve soon, in memory, so that unknown names cost no query. They are
 * read at the start, every half minute, and for a workspace whose hostnames have changed.
 */
export class ServedHostnames {
  readonly #cx: Context
  readonly #most: number
  readonly #changed = new Set<WorkspaceId>()
  readonly #polls: Polls
  readonly #endings: (() => void)[]
  readonly #lookups = { second: 0, count: 0 }
  /** Undefined until they are read, and while there are too many. */
  #cached: Kept | undefined
  #isRoundDue = true

  /** `most` is the number of hostnames above which they are looked up in the database instead, 200 a second. */
  constructor(app: App, most = usualMost) {
    this.#cx = systemContext(app)
    this.#most = most
    this.#polls = openPolls({ poll: (isRound) => this.#poll(isRound), isUrgent: () => false })
    this.#endings = [
      app.bus.subscribe("domains", (workspaceId) => this.#onChange(workspaceId as WorkspaceId)),
      app.bus.onGap(() => this.#pollAll()),
      () => this.#polls.end(),
    ]
    this.#pollAll()
  }

  /** Undefined where only the database knows. */
  findInMemory(hostname: string): Known | undefined {
    return this.#cached?.find(hostname)
  }

  /** "busy" when that would need one query too many. */
  async find(hostname: string): Promise<Known | "busy"> {
    if (this.#cached) return this.#cached.find(hostname)
    if (!this.#mayLookUp()) return "busy"
    const known = await findKnownHostname(this.#cx, hostname)
    return known === undefined ? "unknown" : known.isServed === 1 ? "served" : "claimed"
  }

  close(): void {
    for (const end of this.#endings) end()
  }

  #onChange(workspaceId: WorkspaceId): void {
    this.#changed.add(workspaceId)
    this.#polls.now()
  }

  #pollAll(): void {
    this.#isRoundDue = true
    this.#polls.now()
  }

  async #poll(isRound: boolean): Promise<void> {
    this.#isRoundDue ||= isRound
    const changed = [...this.#changed]
    this.#changed.clear()
    try {
      if (!this.#isRoundDue) return await this.#readAgain(changed)
      this.#isRoundDue = false
      this.#cached = (await hasMoreHostnames(this.#cx, this.#most)) ? undefined : await this.#readAll()
    } catch (fault) {
      this.#isRoundDue = true
      this.#cx.log.warn({ fault }, "The served hostnames could not be read; the previous list stays in use.")
      throw fault
    }
  }

  async #readAgain(workspaceIds: readonly WorkspaceId[]): Promise<void> {
    const cached = this.#cached
    if (!cached) return
    const known = await listKnownHostnamesOf(this.#cx, workspaceIds)
    cached.drop(new Set(workspaceIds))
    for (const one of known) cached.add(one)
  }

  async #readAll(): Promise<Kept> {
    const read = new Kept()
    for (let last: KnownHostname | undefined, isMore = true; isMore; ) {
      const page = await listKnownHostnames(this.#cx, last, pageSize)
      for (const one of page) read.add(one)
      last = page.at(-1)
      isMore = page.length === pageSize
    }
    return read
  }

  #mayLookUp(): boolean {
    const second = Math.floor(performance.now() / 1_000)
    if (this.#lookups.second !== second) Object.assign(this.#lookups, { second, count: 0 })
    this.#lookups.count += 1
    return this.#lookups.count <= lookupsPerSecond
  }
}
