import type { ReactNode } from "react"
import { Empty } from "../ui/page.tsx"

/** A part of the editor's document. What is not known is drawn as what it holds. */
interface Node {
  type?: string
  text?: string
  attrs?: Record<string, unknown>
  content?: unknown
  marks?: unknown
}

/** The text of a doc, to be read. */
export function DocText({ body }: { body: object }) {
  const nodes = nodesOf((body as Node).content)
  if (!nodes.some(holdsSomething)) return <Empty title="Nothing is written here yet">This doc is empty.</Empty>
  return drawAll(nodes)
}

/** What was stored is not checked when it is saved: whatever is no list of nodes holds none. */
function nodesOf(content: unknown): Node[] {
  return Array.isArray(content) ? content.filter((node) => typeof node === "object" && node !== null) : []
}

const holdsSomething = (node: Node): boolean =>
  Boolean(node.text) || node.type === "horizontalRule" || nodesOf(node.content).some(holdsSomething)

function drawAll(nodes: readonly Node[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: nothing here moves.
  return nodes.map((node, place) => <Drawn key={place} node={node} />)
}

function Drawn({ node }: { node: Node }): ReactNode {
  if (typeof node.text === "string") return marked(node.text, node.marks)
  const inside = drawAll(nodesOf(node.content))
  const draw = blocks[node.type ?? ""]
  return draw ? draw(inside, node.attrs ?? {}) : inside
}

const blocks: Record<string, (inside: ReactNode, attrs: Record<string, unknown>) => ReactNode> = {
  paragraph: (inside) => <p dir="auto">{inside}</p>,
  heading: (inside, { level }) => {
    // The doc's title is the page's first heading.
    const Heading = level === 1 ? "h2" : level === 2 ? "h3" : "h4"
    return <Heading dir="auto">{inside}</Heading>
  },
  bulletList: (inside) => <ul>{inside}</ul>,
  orderedList: (inside) => <ol>{inside}</ol>,
  listItem: (inside) => <li>{inside}</li>,
  taskList: (inside) => <ul>{inside}</ul>,
  taskItem: (inside, { checked }) => (
    <li data-checked={checked === true}>
      <span role="img" aria-label={checked === true ? "Done" : "Not done"}>
        {checked === true ? "☑" : "☐"}
      </span>
      <div>{inside}</div>
    </li>
  ),
  blockquote: (inside) => <blockquote>{inside}</blockquote>,
  codeBlock: (inside) => (
    <pre>
      <code>{inside}</code>
    </pre>
  ),
  horizontalRule: () => <hr />,
  hardBreak: () => <br />,
}

function marked(text: string, marks: unknown): ReactNode {
  return nodesOf(marks).reduce<ReactNode>((inside, { type, attrs }) => {
    const draw = inline[type ?? ""]
    return draw ? draw(inside, attrs ?? {}) : inside
  }, text)
}

const inline: Record<string, (inside: ReactNode, attrs: Record<string, unknown>) => ReactNode> = {
  bold: (inside) => <strong>{inside}</strong>,
  italic: (inside) => <em>{inside}</em>,
  strike: (inside) => <s>{inside}</s>,
  underline: (inside) => <u>{inside}</u>,
  code: (inside) => <code>{inside}</code>,
  link: (inside, { href }) => {
    // An address that would run something is no link.
    if (!/^(https?:|mailto:)/i.test(String(href))) return inside
    return (
      <a href={String(href)} target="_blank" rel="noopener noreferrer">
        {inside}
      </a>
    )
  },
}
