import * as Y from "yjs"
import type { Context } from "#access/context.ts"
import type { Loaded } from "../digest/index.ts"
import { HostileUpdate } from "../hostile-update.ts"
import { tryUpdate } from "../vetting/index.ts"
import { maxStateBytes } from "./limits.ts"
import { loadContent } from "./load-content.ts"

/**
 * The doc on which updates are tried before they are stored. What it took and what was not stored in the end has to
 * leave it again, or the next who brings the same would hear that it is known; so it is built anew then, of what is
 * stored and what is on its way there.
 */
export class Shadow {
  readonly #cx: Context
  readonly #docId: string
  #doc: Y.Doc
  #bytes: number
  /** How often it was found unfit, and up to which of these times it was built anew. */
  #spoils = 0
  #cured = 0
  #curing: Promise<void> | undefined
  readonly #underway = new Map<Uint8Array, Promise<unknown>>()

  constructor(cx: Context, docId: string, { doc, bytes }: Loaded) {
    this.#cx = cx
    this.#docId = docId
    this.#doc = doc
    this.#bytes = bytes
  }

  /** The doc as it is now. It is fit for use after `ready`, until the next `await`. */
  get doc(): Y.Doc {
    return this.#doc
  }

  /** How large the doc is, or a little more. */
  get bytes(): number {
    return this.#bytes
  }

  /** Whether nothing is in the doc that is not stored. */
  get holdsWhatIsStored(): boolean {
    return this.#cured === this.#spoils && this.#underway.size === 0
  }

  /** Waits until the doc is fit for use. Rejects when it cannot be read. */
  async ready(): Promise<void> {
    while (this.#cured !== this.#spoils) {
      this.#curing ??= this.#cure().finally(() => {
        this.#curing = undefined
      })
      await this.#curing
    }
  }

  /** Has the doc built anew before it is used again. */
  spoil(): void {
    this.#spoils += 1
  }

  /**
   * Tries an update. Returns what has to be stored, or undefined when nothing in it is new.
   *
   * @throws HostileUpdate
   */
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

  /** Takes what others stored; returns those of the updates that could be applied. */
  absorb(updates: readonly Uint8Array[]): Uint8Array[] {
    return updates.filter((update) => {
      try {
        Y.applyUpdate(this.#doc, update)
        this.#bytes += update.byteLength
        return true
      } catch {
        this.spoil() // whoever builds it anew sets the update aside
        return false
      }
    })
  }

  /** Counts an update as on its way until `stored` settles. What is not stored leaves the doc. */
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

  /** Waits for all that is on its way. Returns whether all that the doc holds is stored then. */
  async isStored(): Promise<boolean> {
    const spoils = this.#spoils
    await Promise.allSettled(this.#underway.values())
    return spoils === this.#spoils
  }

  async #cure(): Promise<void> {
    const spoils = this.#spoils
    const { doc, bytes } = await loadContent(this.#cx, this.#docId)
    this.#doc = doc
    this.#bytes = bytes
    this.#cured = spoils
    this.absorb([...this.#underway.keys()])
  }

  /** Traces of what was deleted count too, so a doc can be full that shows little. */
  #weigh(more: number): void {
    this.#bytes += more
    if (this.#bytes <= maxStateBytes) return
    this.#bytes = Y.encodeStateAsUpdate(this.#doc).byteLength
    if (this.#bytes > maxStateBytes) throw new HostileUpdate("The doc is full.", { isTooBig: true })
  }
}
