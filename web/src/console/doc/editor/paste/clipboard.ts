import { Extension } from "@tiptap/core"
import { DOMParser, DOMSerializer, type Fragment, type Node, type ResolvedPos, type Slice } from "@tiptap/pm/model"
import { Plugin } from "@tiptap/pm/state"
import { boxIn } from "./boxes.ts"
import { rebuildLists } from "./lists.ts"
import { readStyles } from "./look.ts"
import { type ParsedHtml, parseHtml } from "./parse-html.ts"
import { keepWordNumber } from "./word-lists.ts"
import { CleanWriter } from "./write-html.ts"

/** Reads what other programs copied, and writes what they can paste. */
export const clipboard = Extension.create({
  name: "clipboard",
  priority: 1_000,
  addProseMirrorPlugins() {
    const { nodes, marks } = DOMSerializer.fromSchema(this.editor.schema)
    return [
      new Plugin({
        props: {
          transformPastedHTML: readHtml,
          clipboardTextParser: readText,
          clipboardTextSerializer: (slice, { state }) => copiedText(slice, state.selection.$from),
          clipboardSerializer: new OwnSerializer(nodes, marks),
        },
      }),
    ]
  },
})

class OwnSerializer extends DOMSerializer {
  override serializeFragment(...[fragment, options, target]: Parameters<DOMSerializer["serializeFragment"]>) {
    const made = super.serializeFragment(fragment, options, target)
    if (!target && made.firstChild instanceof Element) made.firstChild.setAttribute(ownMark, "")
    return made
  }
}

/** Text with boxes becomes checklists. Undefined for other text, which the library reads. */
function readText(text: string, $context: ResolvedPos, isPlain: boolean): Slice {
  const tasks = isPlain ? undefined : readTasks(text)
  const parser = DOMParser.fromSchema($context.doc.type.schema)
  return (tasks && parser.parseSlice(tasks, { preserveWhitespace: true, context: $context })) as Slice
}

/** Marks HTML copied from this service's editor. Other editors made with the same library write other HTML. */
const ownMark = "data-doc-part"

/**
 * Turns the HTML that a program copied into the HTML of a doc: what its styles show becomes elements, and what a doc has
 * no place for becomes the next best. What an editor of ours copied stays as it is.
 */
function readHtml(html: string): string {
  if (html.includes(ownMark)) return html
  const parsed = parseHtml(html)
  const { body } = parsed
  for (const heading of body.querySelectorAll("h1, h2, h3, h4, h5, h6")) keepWordNumber(heading)
  for (const end of body.querySelectorAll("span.EOP, br.Apple-interchange-newline")) end.remove()
  return clean(parsed).innerHTML
}

/** Reads text in which lines begin with boxes: `[ ] milk`. Returns undefined if none does. */
function readTasks(text: string): HTMLElement | undefined {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== "")
  const tasks = lines.map((line) => line.replace(/^(\s*)[-*+•]\s+(?=\S)/, "$1"))
  if (!tasks.some((line) => boxIn(line))) return undefined
  const { body } = document.implementation.createHTMLDocument("")
  const indents: number[] = []
  for (const [at, line] of lines.entries()) {
    const task = tasks[at] ?? ""
    const paragraph = body.ownerDocument.createElement("p")
    paragraph.textContent = boxIn(task) ? task : line
    paragraph.dataset.level = String(levelIn(indents, /^\s*/.exec(line)?.[0].length ?? 0))
    body.append(paragraph)
  }
  return clean({ body, css: "" })
}

/** The level of a line that is indented by so much; `indents` are those of the lines around it. */
function levelIn(indents: number[], indent: number): number {
  while ((indents.at(-1) ?? -1) > indent) indents.pop()
  if (indents.at(-1) !== indent) indents.push(indent)
  return indents.length
}

function clean(parsed: ParsedHtml): HTMLElement {
  const { body } = parsed
  const styles = readStyles(parsed)
  rebuildLists(body)
  const made = document.implementation.createHTMLDocument("").body
  new CleanWriter(styles, body).write(body, made)
  return made
}

/** The copied part of a doc as plain text. `$from` is the start of the selection. */
function copiedText(slice: Slice, $from: ResolvedPos): string {
  return wordsWithin(slice) ?? linesOf(slice.content, startsOf(slice, $from)).join("\n")
}

/** The first numbers of lists whose first items are not copied. */
type Starts = ReadonlyMap<Node, number>

function startsOf({ content, openStart }: Slice, $from: ResolvedPos): Starts {
  const starts = new Map<Node, number>()
  let { firstChild } = content
  for (let depth = 1; firstChild && depth <= Math.min(openStart, $from.depth); depth += 1) {
    starts.set(firstChild, Number($from.node(depth).attrs.start) + $from.index(depth))
    firstChild = firstChild.firstChild
  }
  return starts
}

/** The text of a part of one line, or of one cell; undefined if more is copied. */
function wordsWithin({ content, openStart }: Slice): string | undefined {
  let inside = content
  for (let depth = 0; inside.childCount === 1; depth += 1) {
    const { firstChild } = inside
    if (!firstChild) break
    const isOpen = depth < openStart || /^(?:table|tableRow|tableCell|tableHeader)$/.test(firstChild.type.name)
    if (!isOpen) break
    if (firstChild.isTextblock) return textOf(firstChild)
    inside = firstChild.content
  }
  return inside.firstChild?.isInline ? inside.content.map(inlineText).join("") : undefined
}

/** Lists and tables have a line for each item and row. Other blocks have an empty line between them. */
function linesOf(blocks: Fragment, starts: Starts = new Map()): string[] {
  return blocks.content.flatMap((block, at) => [...(at === 0 ? [] : [""]), ...linesIn(block, starts)])
}

function linesIn(block: Node, starts: Starts): string[] {
  const { type, attrs } = block
  if (block.isTextblock) return textOf(block).split("\n")
  if (type.name === "horizontalRule") return ["---"]
  if (block.isLeaf) return [String(attrs.name || attrs.alt || "")]
  if (type.name === "table") return block.children.map((row) => row.children.map(cellText).join("\t"))
  if (!type.name.endsWith("List")) return linesOf(block.content, starts)
  const start = starts.get(block) ?? Number(attrs.start)
  return block.children.flatMap((item, at) => {
    const mark = type.name === "orderedList" ? `${start + at}. ` : type.name === "taskList" ? boxOf(item) : "- "
    const lines = item.children.flatMap((inner) => linesIn(inner, starts))
    return lines.map((line, at) => (at === 0 ? mark : " ".repeat(mark.length)) + line)
  })
}

const boxOf = ({ attrs }: Node) => (attrs.checked ? "[x] " : "[ ] ")
const cellText = (cell: Node) => linesOf(cell.content).filter(Boolean).join(" ")
const textOf = (block: Node) => block.children.map(inlineText).join("")

function inlineText({ type, attrs, text }: Node): string {
  if (text !== undefined) return text
  return type.name === "hardBreak" ? "\n" : `${type.name === "mention" ? "@" : ""}${attrs.label ?? ""}`
}
