import { addressAt } from "./address.ts"
import { codeSpans } from "./code-spans.ts"
import type { Inline, Steps } from "./nodes.ts"
import { isPunctuation, sides } from "./sides.ts"
import { type MarkdownToken, toTree } from "./tree.ts"

interface Opener {
  at: number
  /** The number of marks: 1 is emphasis, 2 is strong. */
  size: number
  char: string
}

interface Bracket {
  at: number
  /** The number of openers before it. */
  openers: number
}

const plain = /(?:[^\\`*_~[\]\nh]|h(?!ttps?:\/\/))+/y
const destination = /\(([^\s<>()]{0,2048}(?:\([^\s<>()]{0,512}\)[^\s<>()]{0,512})?)(?:\s"[^"\n]{0,256}")?\)/y
const citation = /\[\[([a-z-]{1,16}):([\w-]{1,64})\]\]/y
const run = /(\*+|_+|~+)/y
const furthest = 8

/**
 * Parses one line or paragraph of Markdown: emphasis, code, links, bare URLs and `[[kind:id]]`. Everything else is
 * text, including HTML and reference links. Runs in linear time.
 */
export function parseInline(text: string, steps: Steps = { count: 0 }): readonly Inline[] {
  const reader = new InlineReader(text, steps)
  return reader.read()
}

class InlineReader {
  readonly #text: string
  readonly #steps: Steps
  readonly #tokens: MarkdownToken[] = []
  readonly #openers: Opener[] = []
  readonly #brackets: Bracket[] = []
  #codeEnd: ((from: number, size: number) => number) | undefined
  #at = 0

  constructor(text: string, steps: Steps) {
    this.#text = text
    this.#steps = steps
  }

  read(): readonly Inline[] {
    while (this.#at < this.#text.length) {
      this.#steps.count += 1
      this.#step()
    }
    return toTree(this.#tokens)
  }

  #step(): void {
    const found = this.#match(plain)
    if (found) this.#add(found[0])
    else this.#special(this.#text[this.#at] ?? "")
  }

  #special(char: string): void {
    if (char === "\n") this.#break()
    else if (char === "\\") this.#escape()
    else if (char === "`") this.#code()
    else if (char === "[") this.#open()
    else if (char === "]") this.#close()
    else if (char === "h") this.#address()
    else this.#emphasis()
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found) this.#at += found[0].length
    return found
  }

  #add(text: string): void {
    this.#tokens.push({ is: "text", text })
  }

  #put(node: Inline): void {
    this.#tokens.push({ is: "node", node })
  }

  #break(): void {
    this.#at += 1
    this.#put({ type: "break" })
  }

  #escape(): void {
    const next = this.#text[this.#at + 1] ?? ""
    const isEscape = next !== "" && isPunctuation(next)
    this.#add(isEscape ? next : "\\")
    this.#at += isEscape ? 2 : 1
  }

  #code(): void {
    this.#codeEnd ??= codeSpans(this.#text)
    let size = 1
    while (this.#text[this.#at + size] === "`") size += 1
    const from = this.#at + size
    const end = this.#codeEnd(from, size)
    this.#steps.count += size
    if (end < 0) {
      this.#add("`".repeat(size))
      this.#at = from
      return
    }
    this.#put({ type: "code", text: this.#text.slice(from, end).replaceAll("\n", " ") })
    this.#at = end + size
  }

  #open(): void {
    const cited = this.#match(citation)
    if (cited) this.#put({ type: "cited", kind: cited[1] ?? "", id: cited[2] ?? "", text: cited[0] })
    else this.#openLink()
  }

  #openLink(): void {
    const before = this.#tokens.at(-1)
    const isPicture = before?.is === "text" && before.text.endsWith("!")
    if (isPicture) before.text = before.text.slice(0, -1)
    this.#brackets.push({ at: this.#tokens.length, openers: this.#openers.length })
    this.#add(isPicture ? "![" : "[")
    this.#at += 1
  }

  #close(): void {
    const bracket = this.#brackets.pop()
    this.#at += 1
    const found = bracket && this.#match(destination)
    if (!found) {
      this.#add("]")
      return
    }
    this.#openers.length = bracket.openers
    this.#tokens[bracket.at] = { is: "start", mark: "link", to: found[1] ?? "" }
    this.#tokens.push({ is: "end" })
  }

  #address(): void {
    const to = addressAt(this.#text, this.#at, this.#brackets.length > 0)
    this.#at += to.length
    this.#put({ type: "link", to, inside: [{ type: "text", text: to }] })
  }

  #emphasis(): void {
    const before = this.#text[this.#at - 1] ?? ""
    const [marks = ""] = this.#match(run) ?? []
    const after = this.#text[this.#at] ?? ""
    const char = marks[0] ?? ""
    this.#steps.count += marks.length
    const isKnown = char === "~" ? marks.length === 2 : marks.length <= 3
    if (!isKnown) {
      this.#add(marks)
      return
    }
    const { mayOpen, mayClose } = sides(char, before, after)
    const left = mayClose ? this.#closeAll(char, marks.length) : marks.length
    if (left > 0 && !mayOpen) this.#add(char.repeat(left))
    if (left > 0 && mayOpen) this.#openAll(char, left)
  }

  /** Closes the openers that these marks match; returns the number of unused marks. */
  #closeAll(char: string, size: number): number {
    let left = size
    while (left > 0) {
      const place = this.#lastOpener(char)
      const opener = this.#openers[place]
      if (!opener || opener.size > left) break
      left -= opener.size
      this.#openers.length = place
      while ((this.#brackets.at(-1)?.at ?? -1) > opener.at) this.#brackets.pop()
      const mark = char === "~" ? "strike" : opener.size === 2 ? "strong" : "em"
      this.#tokens[opener.at] = { is: "start", mark, to: "" }
      this.#tokens.push({ is: "end" })
    }
    return left
  }

  /** Looks at the last few openers only, so that a text of nothing but marks stays fast. */
  #lastOpener(char: string): number {
    const lowest = Math.max(0, this.#openers.length - furthest)
    for (let place = this.#openers.length - 1; place >= lowest; place -= 1) {
      this.#steps.count += 1
      if (this.#openers[place]?.char === char) return place
    }
    return -1
  }

  #openAll(char: string, size: number): void {
    for (const part of size === 3 ? [2, 1] : [size]) {
      this.#openers.push({ at: this.#tokens.length, size: part, char })
      this.#add(char.repeat(part))
    }
  }
}
