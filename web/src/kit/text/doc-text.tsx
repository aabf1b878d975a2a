import type { ReactNode } from "react"
import { textDirection } from "../../../../server/src/contract/docs/direction.ts"
import { alignOf, type DocNode, nodesIn, textAttr } from "../../../../server/src/contract/docs/doc-node.ts"
import { isKeptHref, isSafeHref } from "../../../../server/src/contract/docs/safe-href.ts"
import spoken from "../spoken.module.css"
import styles from "./doc-text.module.css"

/** Renders the parts that a doc stores only by id. For readers without access they are plain text. */
export interface DocParts {
  picture(file: string, alt: string): ReactNode
  file(file: string, name: string): ReactNode
  mention(account: string, label: string): ReactNode
  link(target: { kind: string; ref: string }, label: string): ReactNode
}

/** The read-only text of a doc, for all pages without an editor. */
export function DocText({ body, parts }: { body: DocNode; parts: DocParts }) {
  return (
    <article className={styles.text} dir="auto">
      {drawAll(nodesIn(body.content), parts)}
    </article>
  )
}

/** Nodes that are visible without text. */
const whole = ["horizontalRule", "driveImage", "driveFile", "mention", "objectLink", "table"]

/** Whether a doc has any visible content. */
export const holdsSomething = (node: DocNode): boolean =>
  Boolean(node.text) || whole.includes(node.type ?? "") || nodesIn(node.content).some(holdsSomething)

function drawAll(nodes: readonly DocNode[], parts: DocParts): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed.
  return nodes.map((node, place) => <Drawn key={place} node={node} parts={parts} />)
}

function Drawn({ node, parts }: { node: DocNode; parts: DocParts }): ReactNode {
  if (typeof node.text === "string") return marked(node.text, node.marks)
  const inside = drawAll(nodesIn(node.content), parts)
  const draw = blocks[node.type ?? ""]
  // An unknown node is rendered as its content.
  const drawn = draw ? draw(inside, node, parts) : inside
  return node.marks === undefined ? drawn : marked(drawn, node.marks)
}

/** The limit of a task's label, in characters. */
const longestLabel = 80

/** The text of a task's own first line, without nested tasks. */
function labelOf({ content }: DocNode): string {
  const [line] = nodesIn(content)
  let words = ""
  for (const { text, attrs } of nodesIn(line?.content)) {
    if (words.length >= longestLabel) break
    words += (text ?? (typeof attrs?.label === "string" ? attrs.label : " ")).slice(0, longestLabel)
  }
  return [...words].slice(0, longestLabel).join("").trim()
}

/** The direction of a block's first line. Its mark is on that side. */
function sideOf({ content }: DocNode): "ltr" | "rtl" | undefined {
  const [line] = nodesIn(content)
  return textDirection(
    nodesIn(line?.content)
      .map(({ text }) => text ?? "")
      .join(""),
  )
}

/** The attribute `data-loose` of a list with space between its items. */
const isLoose = ({ attrs }: DocNode) => (attrs?.loose === true ? "" : undefined)

/** Makes a scrolling block focusable: not every browser scrolls one by keyboard otherwise. */
const inReach = { tabIndex: 0 }

const blocks: Record<string, (inside: ReactNode, node: DocNode, parts: DocParts) => ReactNode> = {
  paragraph: (inside) => <p dir="auto">{inside}</p>,
  heading: (inside, { attrs }) => {
    // The doc's title is the page's first-level heading.
    const [Heading, under] =
      attrs?.level === 1 ? (["h1", 2] as const) : attrs?.level === 2 ? (["h2", 3] as const) : (["h3", 4] as const)
    return (
      <Heading dir="auto" aria-level={under}>
        {inside}
      </Heading>
    )
  },
  bulletList: (inside, node) => <ul data-loose={isLoose(node)}>{inside}</ul>,
  orderedList: (inside, node) => (
    <ol start={typeof node.attrs?.start === "number" ? node.attrs.start : 1} data-loose={isLoose(node)}>
      {inside}
    </ol>
  ),
  listItem: (inside, node) => <li dir={sideOf(node)}>{inside}</li>,
  taskList: (inside, node) => <ul data-loose={isLoose(node)}>{inside}</ul>,
  taskItem: (inside, node) => {
    const isDone = node.attrs?.checked === true
    return (
      <li data-checked={isDone} dir={sideOf(node)}>
        <input type="checkbox" checked={isDone} disabled aria-label={labelOf(node) || "Empty task"} />
        <div>{inside}</div>
      </li>
    )
  },
  blockquote: (inside, node) => <blockquote dir={sideOf(node)}>{inside}</blockquote>,
  codeBlock: (inside) => (
    <pre {...inReach}>
      <code>{inside}</code>
    </pre>
  ),
  horizontalRule: () => <hr />,
  hardBreak: () => <br />,
  table: (inside) => (
    <div className={styles.table} {...inReach}>
      <table>
        <tbody>{inside}</tbody>
      </table>
    </div>
  ),
  tableRow: (inside) => <tr>{inside}</tr>,
  tableHeader: (inside, node) => (
    // An empty header is the header of nothing.
    <th role={holdsSomething(node) ? undefined : "cell"} data-align={alignOf(node.attrs?.align) ?? undefined}>
      {inside}
    </th>
  ),
  tableCell: (inside, { attrs }) => <td data-align={alignOf(attrs?.align) ?? undefined}>{inside}</td>,
  driveImage: (_inside, node, { picture }) => (
    <div className={styles.block} title={textAttr(node, "title") || undefined}>
      {picture(textAttr(node, "file"), textAttr(node, "alt"))}
    </div>
  ),
  driveFile: (_inside, node, { file }) => <p>{file(textAttr(node, "file"), textAttr(node, "name"))}</p>,
  mention: (_inside, node, { mention }) => mention(textAttr(node, "account"), textAttr(node, "label")),
  objectLink: (_inside, node, { link }) =>
    link({ kind: textAttr(node, "kind"), ref: textAttr(node, "ref") }, textAttr(node, "label")),
}

function marked(text: ReactNode, marks: unknown): ReactNode {
  return nodesIn(marks).reduce<ReactNode>((inside, { type, attrs }) => {
    const draw = inline[type ?? ""]
    return draw ? draw(inside, attrs ?? {}) : inside
  }, text)
}

const inline: Record<string, (inside: ReactNode, attrs: Readonly<Record<string, unknown>>) => ReactNode> = {
  bold: (inside) => <strong>{inside}</strong>,
  italic: (inside) => <em>{inside}</em>,
  strike: (inside) => <s>{inside}</s>,
  underline: (inside) => <u>{inside}</u>,
  code: (inside) => <code>{inside}</code>,
  // Marks of a comparison. Screen readers do not announce these elements, so hidden words do.
  inserted: (inside) => (
    <ins className={styles.inserted}>
      <span className={spoken.spoken}> added: </span>
      {inside}
      <span className={spoken.spoken}> end of addition </span>
    </ins>
  ),
  deleted: (inside) => (
    <del className={styles.deleted}>
      <span className={spoken.spoken}> removed: </span>
      {inside}
      <span className={spoken.spoken}> end of removal </span>
    </del>
  ),
  link: (inside, { href, title }) => {
    const shown = typeof title === "string" && title !== "" ? title : undefined
    // An unsafe URL, such as `javascript:`, is not a link; a relative one cannot be resolved here.
    if (!isSafeHref(href)) {
      return isKeptHref(href) ? (
        <span data-href={href} title={shown}>
          {inside}
        </span>
      ) : (
        inside
      )
    }
    return (
      <a href={href} title={shown} target="_blank" rel="noopener noreferrer nofollow">
        {inside}
      </a>
    )
  },
}
