import type { Context } from "#access/context.ts"
import { type App, systemContext } from "#access/perform.ts"
import {
  findServedHostname,
  hasMoreHostnames,
  listServedHostnames,
  listServedHostnamesOf,
} from "#domains/workspaces/index.ts"
import { type Looks, openLooks } from "#kernel/time/looks.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** At about 120 bytes each, 24 MB. */
const usualMost = 200_000
const pageSize = 5_000
const lookupsPerSecond = 200

/**
 * The hostnames of workspaces that the service serves now. They are in memory, so that unknown names cost no query. They
 * are read at the start, every half minute, and for a workspace whose hostnames have changed.
 */
export class ServedHostnames {
  readonly #cx: Context
  readonly #most: number
  readonly #changed = new Set<WorkspaceId>()
  readonly #looks: Looks
  readonly #endings: (() => void)[]
  readonly #lookups = { second: 0, count: 0 }
  /** Undefined until they are read, and while there are too many. */
  #kept: Map<string, WorkspaceId> | undefined
  #isRoundDue = true

  /** `most` is the number of hostnames above which they are looked up in the database instead, 200 a second. */
  constructor(app: App, most = usualMost) {
    this.#cx = systemContext(app)
    this.#most = most
    this.#looks = openLooks({ look: (isRound) => this.#look(isRound), isUrgent: () => false })
    this.#endings = [
      app.bus.subscribe("domains", (workspaceId) => this.#onChange(workspaceId as WorkspaceId)),
      app.bus.onGap(() => this.#lookAtAll()),
      () => this.#looks.end(),
    ]
    this.#lookAtAll()
  }

  /** Whether a hostname is served; undefined where only the database knows. */
  hasInMemory(hostname: string): boolean | undefined {
    return this.#kept?.has(hostname)
  }

  /** Whether a hostname is served, or "busy" when that would need one query too many. */
  async has(hostname: string): Promise<boolean | "busy"> {
    if (this.#kept) return this.#kept.has(hostname)
    return this.#mayLookUp() ? (await findServedHostname(this.#cx, hostname)) !== undefined : "busy"
  }

  close(): void {
    for (const end of this.#endings) end()
  }

  #onChange(workspaceId: WorkspaceId): void {
    this.#changed.add(workspaceId)
    this.#looks.now()
  }

  #lookAtAll(): void {
    this.#isRoundDue = true
    this.#looks.now()
  }

  async #look(isRound: boolean): Promise<void> {
    this.#isRoundDue ||= isRound
    const changed = [...this.#changed]
    this.#changed.clear()
    try {
      if (!this.#isRoundDue) return await this.#readAgain(changed)
      this.#isRoundDue = false
      this.#kept = (await hasMoreHostnames(this.#cx, this.#most)) ? undefined : await this.#readAll()
    } catch (fault) {
      this.#isRoundDue = true
      this.#cx.log.warn({ fault }, "The served hostnames could not be read; those of the last time stay.")
      throw fault
    }
  }

  async #readAgain(workspaceIds: readonly WorkspaceId[]): Promise<void> {
    const kept = this.#kept
    if (!kept) return
    const served = await listServedHostnamesOf(this.#cx, workspaceIds)
    const changed = new Set(workspaceIds)
    for (const [hostname, workspaceId] of kept) if (changed.has(workspaceId)) kept.delete(hostname)
    for (const { hostname, workspaceId } of served) kept.set(hostname, workspaceId)
  }

  async #readAll(): Promise<Map<string, WorkspaceId>> {
    const read = new Map<string, WorkspaceId>()
    for (let after = "", isMore = true; isMore; ) {
      const page = await listServedHostnames(this.#cx, after, pageSize)
      for (const { hostname, workspaceId } of page) read.set(hostname, workspaceId)
      after = page.at(-1)?.hostname ?? ""
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
