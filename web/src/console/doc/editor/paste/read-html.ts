import { boxIn } from "./boxes.ts"
import { rebuildLists } from "./lists.ts"
import { readStyles } from "./look.ts"
import { type ParsedHtml, parseHtml } from "./parse-html.ts"
import { keepWordNumber } from "./word-lists.ts"
import { CleanWriter } from "./write-html.ts"

/** Marks HTML copied from this service's editor. Other editors made with the same library write other HTML. */
export const ownMark = "data-doc-part"

/**
 * Turns the HTML that a program copied into the HTML of a doc: what its styles show becomes elements, and what a doc has
 * no place for becomes the next best. What an editor of ours copied stays as it is.
 */
export function readHtml(html: string): string {
  if (html.includes(ownMark)) return html
  const parsed = parseHtml(html)
  const { body } = parsed
  for (const heading of body.querySelectorAll("h1, h2, h3, h4, h5, h6")) keepWordNumber(heading)
  for (const end of body.querySelectorAll("span.EOP, br.Apple-interchange-newline")) end.remove()
  return clean(parsed).innerHTML
}

/** Reads text in which lines begin with boxes: `[ ] milk`. Returns undefined if none does. */
export function readTasks(text: string): HTMLElement | undefined {
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
