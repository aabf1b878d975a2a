import { type CommandRow, type CommandStep, look, type Result } from "./row.ts"
import { asText, cited, counted, listed, listIn, partIn, textIn } from "./say.ts"
import type { Holes } from "./sentence.ts"

const line = (one: unknown) => `${textIn(one, "emoji")} ${cited("doc", one, textIn(one, "title"))}`.trim()

export const docRows: CommandRow[] = [
  look(
    "search_docs",
    {
      example: "List my docs",
      shapes: [
        "list|show [me] [all] [my|our|the] docs|documents",
        "which|what docs|documents do i|we have",
        "how many docs|documents do i|we have",
      ],
    },
    {
      say: (result) => {
        const docs = listIn(result, "items")
        return listed(docs, {
          none: "No docs yet.",
          some: `${counted(docs.length, "doc")}, recently updated first:`,
          line,
        })
      },
    },
  ),
  look(
    "create_doc",
    {
      example: 'Create a doc called "Launch plan"',
      shapes: ["create|make|add|start [me] [a|another] [new] [empty] doc|document called|named|titled {title:name}"],
    },
    {
      input: ({ title }) => ({ title }),
      say: (result) => `Doc created: ${cited("doc", result, textIn(result, "title"))}`,
    },
  ),
  withDoc(
    "read_doc",
    {
      example: "Read the doc Launch plan",
      shapes: ["read|open|show [me] [the|my|our] doc|document {thing:name}"],
    },
    (result, name) => {
      const text = bodyOf(result)
      return text ? `The doc says: ${text}` : `The doc “${asText(name)}” is empty.`
    },
  ),
  withDoc(
    "trash_doc",
    {
      example: "Delete the doc Launch plan",
      shapes: ["delete|remove|trash [the|my|our] doc|document {thing:name}"],
    },
    () => "Doc moved to trash. You can restore it for 30 days.",
  ),
]

/** A row of two calls: the first finds the doc named in the hole `thing`, the second uses it. */
function withDoc(
  tool: string,
  { example, shapes }: Pick<CommandRow, "example" | "shapes">,
  say: (result: Result, name: string) => string,
): CommandRow {
  const next = ({ thing = "" }: Holes, [found, result]: readonly Result[]): CommandStep => {
    if (found === undefined) return { call: "search_docs", input: { query: thing } }
    if (result !== undefined) return { say: say(result, thing) }
    const docs = docsOfName(found, thing)
    const [only, second] = docs
    if (!only) return { say: `No doc called “${asText(thing)}”.` }
    return second ? { say: several(thing, docs) } : { call: tool, input: { id: String(only.id) } }
  }
  return { tools: ["search_docs", tool], example, shapes, next }
}

type Found = Readonly<Record<string, unknown>>

/** The docs of exactly that title; without one, all docs that the tool found. */
function docsOfName(found: Result, name: string): readonly Found[] {
  const docs = listIn(found, "items")
  const same = docs.filter(({ title }) => String(title).toLowerCase() === name.toLowerCase())
  return same.length > 0 ? same : docs
}

function several(name: string, docs: readonly Found[]): string {
  const titles = docs.slice(0, 10).map((doc) => `“${textIn(doc, "title")}”`)
  return `“${asText(name)}” matches several docs: ${titles.join(", ")}. Use the full name.`
}

function bodyOf(result: Result): string {
  const markdown = partIn(result, "markdown")
  return typeof markdown === "string" ? asText(markdown.replace(/^# .*/, "").trim().slice(0, 4_000)) : ""
}
