/** A piece of an answer's text: the model's thinking, or its words. */
export interface Piece {
  readonly isThought: boolean
  readonly text: string
}

const tags = ["think", "thinking", "thought"]
const longestTag = "</thinking>".length

/** Splits thinking from the text of models that write it as `<think>…</think>` before their answer. */
export class ThinkTags {
  /** The open tag; null once the answer cannot begin with one any more. */
  #tag: string | null | undefined
  #held = ""

  read(delta: string): Piece[] {
    if (this.#tag === null) return this.#cleared(delta)
    this.#held += delta
    return this.#tag === undefined ? this.#begin() : this.#think(this.#tag)
  }

  /** The text that was held back, since it could have become a tag. */
  end(): Piece[] {
    const text = this.#held
    this.#held = ""
    return text === "" ? [] : [{ isThought: typeof this.#tag === "string", text }]
  }

  #begin(): Piece[] {
    const begun = this.#held.trimStart()
    const tag = tags.find((name) => begun.startsWith(`<${name}>`))
    if (tag !== undefined) {
      this.#tag = tag
      this.#held = begun.slice(tag.length + 2)
      return this.#think(tag)
    }
    if (begun.length < longestTag && tags.some((name) => `<${name}>`.startsWith(begun))) return []
    this.#tag = null
    return this.end()
  }

  #think(tag: string): Piece[] {
    const end = `</${tag}>`
    const at = this.#held.indexOf(end)
    if (at < 0) {
      const heldBack = Math.max(0, this.#held.length - end.length + 1)
      const text = this.#held.slice(0, heldBack)
      this.#held = this.#held.slice(heldBack)
      return text === "" ? [] : [{ isThought: true, text }]
    }
    const [thought, rest] = [this.#held.slice(0, at), this.#held.slice(at + end.length)]
    this.#tag = null
    this.#held = ""
    this.#isAfter = true
    return [...(thought === "" ? [] : [{ isThought: true, text: thought }]), ...this.#cleared(rest)]
  }

  #isAfter = false

  /** Removes the empty lines between thinking and answer. */
  #cleared(delta: string): Piece[] {
    const text = this.#isAfter ? delta.trimStart() : delta
    this.#isAfter &&= text === ""
    return text === "" ? [] : [{ isThought: false, text }]
  }
}
