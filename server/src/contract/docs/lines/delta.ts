import type { XmlElement } from "yjs"
import { isSame, type Marks } from "./line.ts"

type Change =
  | { retain: number; attributes?: Marks }
  | { delete: number }
  | { insert: string | XmlElement; attributes: Marks }

/** Collects the changes of a shared text from its beginning on, to apply them in one walk. */
export class Delta {
  readonly #changes: Change[] = []

  /** Keeps `length` characters and sets their marks. */
  retain(length: number, attributes: Marks = {}): void {
    const last = this.#changes.at(-1)
    if (length === 0) return
    if (last && "retain" in last && isSame(last.attributes, attributes)) last.retain += length
    else this.#changes.push({ retain: length, attributes })
  }

  remove(length: number): void {
    if (length > 0) this.#changes.push({ delete: length })
  }

  insert(what: string | XmlElement, attributes: Marks): void {
    const last = this.#changes.at(-1)
    const isMore = last && "insert" in last && typeof last.insert === "string" && typeof what === "string"
    if (isMore && isSame(last.attributes, attributes)) last.insert += what
    // Yjs mutates the marks that it gets.
    else this.#changes.push({ insert: what, attributes: { ...attributes } })
  }

  changes(): Change[] {
    return this.#changes
  }
}
