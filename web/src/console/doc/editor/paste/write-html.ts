import { isBoxPicture } from "./boxes.ts"
import { endsText, isBetweenWords, isBlankLine, keptBlocks, otherBlocks, textLines } from "./breaks.ts"
import { codeIn, codeLanguage } from "./code.ts"
import { isCodeOfLines, isHidden, looksLikeCode, type Styles, type TextLook, textLook } from "./look.ts"

interface Around {
  readonly look: TextLook
  readonly isInItem?: boolean
  /** Text that is shown so anyway: links are underlined, headings bold, done tasks struck through. */
  readonly without?: ReadonlySet<keyof TextLook>
  readonly keepsLines?: boolean | undefined
  /** The address of a link that has blocks in it. */
  readonly href?: string | undefined
}

const plain: TextLook = { strong: false, em: false, s: false, u: false, code: false }
const marks = ["code", "u", "s", "em", "strong"] as const

const own = "figure[data-file], div[data-file], span[data-account], span[data-kind][data-ref], span[data-href]"
const dropped =
  "script, style, meta, title, link, template, noscript, object, iframe, svg, math, video, audio, canvas, input, button, select, textarea, colgroup, caption, .MsoCommentReference, .msocomoff, [data-style*='mso-element:comment']"
export const isEmojiPicture = (image: Element): boolean =>
  /^\p{Extended_Pictographic}/u.test(image.getAttribute("alt") ?? "")

export class CleanWriter {
  readonly #styles: Styles
  /** Tables that only arrange text: tables of mails, and a single copied cell. */
  readonly #layouts: ReadonlySet<Element>

  constructor(styles: Styles, body: Element) {
    this.#styles = styles
    const words = body.textContent.trim()
    const isAlone = (table: Element) =>
      table.querySelectorAll("td, th").length === 1 && table.textContent.trim() === words
    const tables = [...body.querySelectorAll("table")]
    this.#layouts = new Set(tables.filter((table) => isLayout(table) || isAlone(table)))
  }

  write(from: Node, to: Element, around: Around = { look: plain }): void {
    for (const node of from.childNodes) {
      if (node instanceof Text) this.#text(node, to, around)
      else if (node instanceof HTMLElement) this.#element(node, to, around)
      else if (node instanceof Element && !node.matches(dropped)) this.write(node, to, around)
    }
  }

  #text(text: Text, to: Element, around: Around): void {
    const isShown = around.keepsLines && (text.data.trim() !== "" || isBetweenWords(text))
    const [first = "", ...others] = isShown ? textLines(text) : [text.data]
    to.append(...this.#marked(first, to, around))
    for (const line of others) to.append(to.ownerDocument.createElement("br"), ...this.#marked(line, to, around))
  }

  #element(element: HTMLElement, to: Element, around: Around): void {
    const { tagName } = element
    if (element.matches(dropped) || isHidden(element, this.#styles)) return
    if (element.matches(own)) to.append(element.cloneNode(true))
    else if (tagName === "IMG") this.#picture(element, to, around)
    else if (tagName === "BR" && endsText(element)) return
    else if (tagName === "BR") to.append(to.ownerDocument.createElement(isBlankLine(element) ? "p" : "br"))
    else if (tagName === "PRE" || this.#isCode(element)) to.append(codeBlock(element, to.ownerDocument))
    else if (isKeptSpace(element)) to.append(" ")
    else this.#container(element, to, around)
  }

  #isCode(element: HTMLElement): boolean {
    return element.tagName === "DIV" ? looksLikeCode(element, this.#styles) : isCodeOfLines(element, this.#styles)
  }

  #picture(image: Element, to: Element, around: Around): void {
    const alt = image.getAttribute("alt") ?? ""
    if (isEmojiPicture(image) && !isBoxPicture(image)) to.append(...this.#marked(alt, to, around))
  }

  #container(element: HTMLElement, to: Element, around: Around): void {
    const tag = this.#tagFor(element, around)
    const look = textLook(element, around.look, this.#styles)
    const space = this.#styles.of(element)?.whiteSpace
    const keepsLines = space ? space.startsWith("pre") : around.keepsLines
    const href = element.matches("a[href]") && tag !== "a" ? (element.getAttribute("href") ?? "") : around.href
    const inside = { ...around, look, keepsLines, href, ...insideOf(tag ?? element.tagName, element) }
    if (tag === undefined) {
      this.write(element, to, inside)
      return
    }
    const made = to.ownerDocument.createElement(tag)
    if (tag === "table") this.#captions(element, to, inside)
    copyAttributes(element, made, this.#styles)
    this.write(element, made, inside)
    const isEmpty = made.textContent.trim() === "" && !made.querySelector(":not(br)")
    if (isEmpty && /^h\d$/.test(tag)) return
    const isLine = tag === "p" || (tag === "div" && (made.firstElementChild ?? made.textContent.includes("\u00a0")))
    to.append(isEmpty && isLine ? to.ownerDocument.createElement("p") : made)
  }

  #captions(table: Element, to: Element, around: Around): void {
    for (const caption of table.querySelectorAll(":scope > caption")) {
      const line = to.ownerDocument.createElement("p")
      this.write(caption, line, around)
      to.append(line)
    }
  }

  /** The name of an element in a doc; undefined for one that only its look or nothing remains of. */
  #tagFor(element: HTMLElement, { isInItem }: Around): string | undefined {
    const { tagName } = element
    const level = levelOf(element)
    if (level !== undefined) return isInItem ? "p" : `h${Math.min(3, level)}`
    if (tagName === "A") return element.hasAttribute("href") && !element.querySelector("p, div, li") ? "a" : undefined
    const table = element.closest("table")
    if (table && this.#layouts.has(table) && /^T/.test(tagName)) return "div"
    if (keptBlocks.has(tagName)) return tagName.toLowerCase()
    return otherBlocks.has(tagName) ? "div" : undefined
  }

  #marked(text: string, to: Element, { look, without, href }: Around): Node[] {
    const { ownerDocument: page } = to
    if (text.trim() === "") return [page.createTextNode(text)]
    const worn = marks.filter((mark) => look[mark] && !without?.has(mark))
    const marked = worn.reduce<Node>((inside, mark) => {
      const made = page.createElement(mark)
      made.append(inside)
      return made
    }, page.createTextNode(text))
    if (href === undefined || to.closest("a")) return [marked]
    const link = page.createElement("a")
    link.setAttribute("href", href)
    link.append(marked)
    return [link]
  }
}

/** Whether a table only arranges text: it has tables in it, or is one column of blocks. */
function isLayout(table: HTMLTableElement): boolean {
  if (/^(?:presentation|none)$/.test(table.getAttribute("role") ?? "") || table.querySelector("table")) return true
  const isColumn = [...table.rows].every(({ cells }) => cells.length === 1)
  return isColumn && (table.parentElement?.closest("table") || table.querySelector("h1, h2, h3, ul, ol")) !== null
}

function insideOf(tag: string, element: HTMLElement): Partial<Around> {
  if (/^h\d$/.test(tag) || tag === "th") return { without: new Set(["strong"]) }
  if (tag === "a") return { without: new Set(["u"]) }
  if (tag === "li") return { isInItem: true, without: new Set(element.dataset.checked === "true" ? ["s"] : []) }
  return tag === "td" ? { isInItem: false } : {}
}

function levelOf(element: HTMLElement): number | undefined {
  const [, level] = /^H([1-6])$/.exec(element.tagName) ?? []
  if (level !== undefined) return Number(level)
  if (element.classList.contains("MsoTitle")) return 1
  return element.getAttribute("role") === "heading" ? Number(element.getAttribute("aria-level")) || 2 : undefined
}

function copyAttributes(from: HTMLElement, to: HTMLElement, styles: Styles): void {
  const names = { a: ["href", "title"], ol: ["start"], td: ["colspan", "rowspan"], th: ["colspan", "rowspan"] }
  for (const name of names[to.localName as keyof typeof names] ?? []) {
    const value = from.getAttribute(name)
    if (value !== null) to.setAttribute(name, value)
  }
  const side = styles.of(from)?.textAlign || from.getAttribute("align") || from.dataset.align || ""
  if (/^t[dh]$/.test(to.localName) && /^(?:left|center|right)$/.test(side)) to.dataset.align = side
  if (from.dataset.checked !== undefined && to.localName === "li") {
    to.dataset.type = "taskItem"
    to.dataset.checked = from.dataset.checked
  }
  if (to.localName === "ul" && from.querySelector(":scope > li[data-checked]")) to.dataset.type = "taskList"
  if (from.hasAttribute("data-loose")) to.dataset.loose = ""
}

function codeBlock(from: Element, page: Document): Element {
  const [pre, code] = [page.createElement("pre"), page.createElement("code")]
  // Beside it may be buttons and the name of the language.
  const [only, ...others] = from.querySelectorAll("code")
  const source = only && others.length === 0 ? only : from
  const language = codeLanguage(source) ?? codeLanguage(from)
  if (language !== undefined) code.className = `language-${language}`
  code.textContent = codeIn(source)
  pre.append(code)
  return pre
}

/** Browsers write a space beside an element as one that does not break, in an element of its own. */
const isKeptSpace = (element: HTMLElement): boolean =>
  element.tagName === "SPAN" &&
  element.textContent === "\u00a0" &&
  (element.className === "Apple-converted-space" || element.attributes.length === 0)
