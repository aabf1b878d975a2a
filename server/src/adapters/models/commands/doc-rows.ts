import { type Finder, look, type Row, type Thing, withOne } from "./row.ts"
import { asText, cited, counted, listed, listIn, partIn, textIn } from "./say.ts"

const docs = (result: unknown): Thing[] =>
  listIn(result, "docs").map((doc) => ({ id: String(doc.id), names: [String(doc.title)], all: doc }))

const doc: Finder = { tool: "search_docs", input: (query) => ({ query }), found: docs, noun: "doc" }

const line = (one: unknown) => `${textIn(one, "emoji")} ${cited("doc", one, textIn(one, "title"))}`.trim()

const all = (result: unknown, none: string) => {
  const found = listIn(result, "docs")
  return listed(found, { none, some: `${counted(found.length, "doc")}, those changed last first:`, line })
}

/** The text of a doc without its title. */
function bodyOf(result: unknown): string {
  const markdown = partIn(result, "markdown")
  return typeof markdown === "string" ? asText(markdown.replace(/^# .*/, "").trim().slice(0, 4_000)) : ""
}

export const docRows: Row[] = [
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
    { say: (result) => all(result, "There are no docs yet.") },
  ),
  look(
    "search_docs",
    {
      example: "Find docs called launch",
      shapes: ["find|show|list|search [me] [all] [my|our|the|for] doc|docs|documents called|named|titled {text}"],
    },
    { input: ({ text }) => ({ query: text }), say: (result) => all(result, "No doc has that in its title.") },
  ),
  look(
    "search_doc_text",
    {
      example: "Search the docs for palette",
      shapes: [
        "search [in] [all] [my|our|the] docs|documents for {text}",
        "find|show [me] [all] [my|our|the] docs|documents about|with|that|which [mention|say] {text}",
        "which docs|documents mention|say {text}",
      ],
    },
    {
      input: ({ text }) => ({ query: text }),
      say: (result) =>
        listed(listIn(result, "items"), {
          none: "No doc has those words.",
          some: "I found:",
          line: (one) => `${line(one)}: ${textIn(partIn(one, "snippet"), "text")}`,
        }),
    },
  ),
  look(
    "create_doc",
    {
      example: 'Create a doc called "Launch plan"',
      shapes: ["create|make|add|start [me] [a|another] [new] [empty] doc|document called|named|titled {title}"],
    },
    {
      input: ({ title }) => ({ title }),
      say: (result) => `The doc ${cited("doc", result, textIn(result, "title"))} is ready. It is empty.`,
    },
  ),
  withOne(
    doc,
    {
      tool: "read_doc",
      example: "Read the doc Launch plan",
      shapes: [
        "read|open [me] [the|my|our] doc|document {thing}",
        "show|read me [the|my|our] doc|document {thing}",
        "what does|is [the|my|our] doc|document {thing} say|about",
      ],
    },
    {
      input: ({ id }) => ({ id }),
      say: (result, { thing = "" }) => {
        const text = bodyOf(result)
        return text ? `The doc says: ${text}` : `The doc “${thing}” is empty.`
      },
    },
  ),
  withOne(
    doc,
    {
      tool: "write_doc",
      example: 'Write "Ask Bo for the prints" into the doc Launch plan',
      shapes: ["write|add|append {text} to|into|in [the|my|our] doc|document {thing}"],
    },
    {
      input: ({ id }, { text }) => ({ id, how: "append", markdown: text }),
      say: (result) => `I wrote that into the doc ${cited("doc", result, textIn(result, "title"))}.`,
    },
  ),
  withOne(
    doc,
    {
      tool: "rename_doc",
      example: 'Rename the doc Launch plan to "Launch in spring"',
      shapes: ["rename [the|my|our] doc|document {thing} to {title}"],
    },
    {
      input: ({ id, all }, { title }) => ({ id, title, emoji: partIn(all, "emoji") ?? null }),
      say: (result) => `The doc is called “${textIn(result, "title")}” now.`,
    },
  ),
  withOne(
    doc,
    {
      tool: "trash_doc",
      example: "Delete the doc Launch plan",
      shapes: ["delete|remove|trash [the|my|our] doc|document {thing}", "throw away [the|my|our] doc|document {thing}"],
    },
    { input: ({ id }) => ({ id }), say: () => "The doc is in the trash, and can be restored for 30 days." },
  ),
  look(
    "list_trashed_docs",
    {
      example: "Show the docs in the trash",
      shapes: [
        "list|show|find [me] [all] [my|our|the] [trashed|deleted] docs|documents in [the] trash",
        "list|show [me] [all] [my|our|the] trashed|deleted docs|documents",
      ],
    },
    {
      input: () => ({ limit: 100 }),
      say: (result) =>
        listed(listIn(result, "items"), {
          none: "There are no docs in the trash.",
          some: "In the trash, what went there last first:",
          line: (one) => `${textIn(one, "emoji")} ${textIn(one, "title")} (${textIn(one, "id")})`.trim(),
        }),
    },
  ),
  look(
    "restore_doc",
    {
      example: "Restore the doc doc_3kTMd0cQxVb2rWn8LzYp5H",
      shapes: ["restore|undelete [the|my|our] doc|document {id:id}"],
    },
    {
      input: ({ id }) => ({ id }),
      say: (result) => `The doc ${cited("doc", result, textIn(result, "title"))} is back.`,
    },
  ),
]
