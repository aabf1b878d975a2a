import { Fragment, memo, use, useMemo, useState } from "react"
import type { Cited } from "../../../../../server/src/contract/shown.ts"
import { withoutTricks } from "../invisible.ts"
import { CopyButton } from "../messages/copy-button.tsx"
import { withAddresses } from "./addresses.ts"
import { nothingYet, readOn } from "./follow.ts"
import { AddressesContext, CitedChip, CitedContext, Words, WrittenLink } from "./links.tsx"
import type { Inline, MarkdownBlock, MarkdownRow } from "./nodes.ts"

/**
 * Renders the assistant's text, which is untrusted: no HTML, no pictures, and only the links that `link-rule.ts`
 * allows. While the text is streamed, only its end is parsed and rendered again.
 */
export function Markdown({ text, cited }: { text: string; cited: readonly Cited[] }) {
  const [read, setRead] = useState(nothingYet)
  const plain = useMemo(() => withoutTricks(text), [text])
  const now = readOn(read, plain)
  if (now !== read) setRead(now)
  return (
    <CitedContext value={cited}>
      <Blocks blocks={[...now.finished, ...now.open]} />
    </CitedContext>
  )
}

const BlockView = memo(function BlockView({ block }: { block: MarkdownBlock }) {
  if (block.type === "paragraph") {
    return (
      <p dir="auto">
        <Line inside={block.inside} />
      </p>
    )
  }
  if (block.type === "heading") return <Title {...block} />
  if (block.type === "code") return <Code {...block} />
  if (block.type === "quote") {
    return (
      <blockquote dir="auto">
        <Blocks blocks={block.inside} />
      </blockquote>
    )
  }
  if (block.type === "list") return <List {...block} />
  return block.type === "table" ? <Table {...block} /> : <hr />
})

/** Blocks never change places, so the index is the key. */
function Blocks({ blocks }: { blocks: readonly MarkdownBlock[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  return blocks.map((block, at) => <BlockView key={at} block={block} />)
}

/** Headings of a message start at h3, below those of the page. */
function Title({ level, inside }: Extract<MarkdownBlock, { type: "heading" }>) {
  const Tag = level <= 2 ? "h3" : "h4"
  return (
    <Tag dir="auto">
      <Line inside={inside} />
    </Tag>
  )
}

function Code({ text }: Extract<MarkdownBlock, { type: "code" }>) {
  return (
    <div className="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <pre className="sunken small" tabIndex={0}>
        <code dir="ltr">
          <Words text={text} />
        </code>
      </pre>
      <CopyButton text={withAddresses(text, use(AddressesContext))} label="Copy code" />
    </div>
  )
}

function List({ start, items }: Extract<MarkdownBlock, { type: "list" }>) {
  const shown = items.map((blocks, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see Blocks
    <li key={at}>
      <Item blocks={blocks} />
    </li>
  ))
  return start === null ? (
    <ul dir="auto">{shown}</ul>
  ) : (
    <ol dir="auto" start={start}>
      {shown}
    </ol>
  )
}

/** The first paragraph is in the line of the item's mark. */
function Item({ blocks: [first, ...rest] }: { blocks: readonly MarkdownBlock[] }) {
  if (first?.type !== "paragraph") return <Blocks blocks={first ? [first, ...rest] : rest} />
  return (
    <>
      <Line inside={first.inside} />
      <Blocks blocks={rest} />
    </>
  )
}

function Table({ head, rows }: Extract<MarkdownBlock, { type: "table" }>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section className="table" dir="auto" tabIndex={0} aria-label="Table">
      <table>
        <thead>
          <Cells row={head} as="th" />
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see Blocks
            <Cells key={at} row={row} as="td" />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Cells({ row, as: Tag }: { row: MarkdownRow; as: "th" | "td" }) {
  return (
    <tr>
      {row.map((cell, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see Blocks
        <Tag key={at} scope={Tag === "th" ? "col" : undefined}>
          <Line inside={cell} />
        </Tag>
      ))}
    </tr>
  )
}

function Line({ inside }: { inside: readonly Inline[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: see Blocks
  return inside.map((node, at) => <Fragment key={at}>{drawInline(node)}</Fragment>)
}

const tagOf = { em: "em", strong: "strong", strike: "s" } as const

function drawInline(node: Inline) {
  if (node.type === "text") return <Words text={node.text} />
  if (node.type === "code") {
    return (
      <code dir="ltr">
        <Words text={node.text} />
      </code>
    )
  }
  if (node.type === "break") return <br />
  if (node.type === "cited") return <CitedChip {...node} />
  if (node.type === "link") return drawLink(node.to, node.inside)
  const Tag = tagOf[node.type]
  return (
    <Tag>
      <Line inside={node.inside} />
    </Tag>
  )
}

/** Passes plain text on as a string, so that WrittenLink can compare it with the address. */
function drawLink(to: string, inside: readonly Inline[]) {
  const [only] = inside
  const words = inside.length === 1 && only?.type === "text" ? only.text : undefined
  return <WrittenLink to={to}>{words ?? (inside.length === 0 ? to : <Line inside={inside} />)}</WrittenLink>
}
