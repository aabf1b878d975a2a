import * as Y from "yjs"
import type { Context } from "#access/context.ts"
import type { Loaded } from "../digest/index.ts"
import { HostileUpdate } from "../hostile-update.ts"
import { tryUpdate } from "../vetting/index.ts"
import type { OneDoc } from "./client-store.ts"
import { maxStateBytes } from "./limits.ts"
import { loadContent } from "./load-content.ts"

/**
 * The doc on which updates are tried. It is rebuilt after an unstored update, so that a retry does not count as known.
 */
export class Shadow {
  readonly #cx: Context
  readonly #target: OneDoc
  #doc: Y.Doc
  #bytes: number
  /** The number of times the doc became unfit, and the last of them after which it was rebuilt. */
  #spoils = 0
  #cured = 0
  #curing: Promise<void> | undefined
  readonly #underway = new Map<Uint8Array, Promise<unknown>>()

  constructor(cx: Context, target: OneDoc, { doc, bytes }: Loaded) {
    this.#cx = cx
    this.#target = target
    this.#doc = doc
    this.#bytes = bytes
  }

  /** The current doc. It is fit for use after `ready`, until the next `await`. */
  get doc(): Y.Doc {
    return this.#doc
  }

  /** The size of the doc in bytes, or slightly more. */
  get bytes(): number {
    return this.#bytes
  }

  get holdsWhatIsStored(): boolean {
    return this.#cured === this.#spoils && this.#underway.size === 0
  }

  /** Waits until the doc is fit for use. Rejects when the stored content cannot be read. */
  async ready(): Promise<void> {
    while (this.#cured !== this.#spoils) {
      this.#curing ??= this.#cure().finally(() => {
        this.#curing = undefined
      })
      await this.#curing
    }
  }

  spoil(): void {
    this.#spoils += 1
  }

  /** Applies an update. Returns the part to store, or undefined when nothing in it is new. @throws HostileUpdate */
  try(update: Uint8Array): Uint8Array | undefined {
    try {
      const taken = tryUpdate(this.#doc, update)
      if (taken) this.#weigh(taken.byteLength)
      return taken
    } catch (fault) {
      this.spoil()
      throw fault
    }
  }

  /** Applies updates of other processes; returns those that could be applied. */
  absorb(updates: readonly Uint8Array[]): Uint8Array[] {
    return updates.filter((update) => {
      try {
        Y.applyUpdate(this.#doc, update)
        this.#bytes += update.byteLength
        return true
      } catch {
        this.spoil() // the rebuild sets the update aside
        return false
      }
    })
  }

  /** Counts an update as in flight until `store` settles. An update that is not stored leaves the doc. */
  async during<Result>(update: Uint8Array, store: () => Promise<Result>, isKept: (result: Result) => boolean) {
    const stored = store()
    this.#underway.set(update, stored)
    try {
      const result = await stored
      if (!isKept(result)) this.spoil()
      return result
    } catch (fault) {
      this.spoil()
      throw fault
    } finally {
      this.#underway.delete(update)
    }
  }

  /** Waits for the updates in flight. Returns whether all of them were stored. */
  async isStored(): Promise<boolean> {
    const spoils = this.#spoils
    await Promise.allSettled(this.#underway.values())
    return spoils === this.#spoils
  }

  async #cure(): Promise<void> {
    const spoils = this.#spoils
    const { doc, bytes } = await loadContent(this.#cx, this.#target)
    this.#doc = doc
    this.#bytes = bytes
    this.#cured = spoils
    this.absorb([...this.#underway.keys()])
  }

  /** Traces of deleted text count too, so a doc with little visible text can be full. */
  #weigh(more: number): void {
    this.#bytes += more
    if (this.#bytes <= maxStateBytes) return
    this.#bytes = Y.encodeStateAsUpdate(this.#doc).byteLength
    if (this.#bytes > maxStateBytes) throw new HostileUpdate("The doc is full.", { isTooBig: true })
  }
}
