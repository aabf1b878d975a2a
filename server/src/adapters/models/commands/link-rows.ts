import { type Finder, look, type Row, type Thing, withOne } from "./row.ts"
import { cited, counted, listed, listIn, numberIn, partIn, textIn } from "./say.ts"

const links = (result: unknown): Thing[] =>
  listIn(result, "links").map((link) => {
    const names = [link.title, link.slug, link.short_url].filter((name) => typeof name === "string")
    return { id: String(link.id), names, all: link }
  })

const link: Finder = { tool: "list_links", input: (query) => ({ query }), found: links, noun: "short link" }
const trashed: Finder = { ...link, input: (query) => ({ query, in_trash: true }), noun: "short link in the trash" }

const line = (one: unknown) => {
  const clicks = counted(numberIn(one, "clicks"), "click")
  const name = cited("link", one, textIn(one, "title") || textIn(one, "slug"))
  return `${name}: ${textIn(one, "short_url")} → ${textIn(one, "destination")}, ${clicks}`
}

const all = (result: unknown, none: string) => {
  const found = listIn(result, "links")
  const more = partIn(result, "next_cursor") === undefined ? "" : " at least"
  return listed(found, { none, some: `There are${more} ${counted(found.length, "short link")}:`, line })
}

export const linkRows: Row[] = [
  look(
    "list_links",
    {
      example: "List my short links",
      shapes: [
        "list|show [me] [all] [my|our|the] [short] links",
        "which|what [short] links do|have i|we have|made",
        "how many [short] links do i|we have",
      ],
    },
    { say: (result) => all(result, "There are no short links yet.") },
  ),
  look(
    "list_links",
    {
      example: "Find short links about spring",
      shapes: [
        "find|show|list [me] [all] [my|our|the] [short] link|links about|for|to|with {text}",
        "which [short] links lead to {text}",
      ],
    },
    { input: ({ text }) => ({ query: text }), say: (result) => all(result, "No short link has that in it.") },
  ),
  look(
    "list_links",
    {
      example: "Show the short links in the trash",
      shapes: [
        "list|show|find [me] [all] [my|our|the] [short|trashed|deleted] links in [the] trash",
        "list|show [me] [all] [my|our|the] trashed|deleted [short] links",
      ],
    },
    { input: () => ({ in_trash: true }), say: (result) => all(result, "There are no short links in the trash.") },
  ),
  look(
    "list_links",
    {
      example: "Which short link has the most clicks?",
      shapes: [
        "which [of] [my|our|the] [short] link|links has|have|got|gets [the] most clicks",
        "what is|are my|our|the most clicked [short] link|links",
      ],
    },
    {
      input: () => ({ limit: 100 }),
      say: (result) => {
        const most = listIn(result, "links").sort((one, other) => numberIn(other, "clicks") - numberIn(one, "clicks"))
        return listed(most.slice(0, 5), { none: "There are no short links yet.", some: "Most clicked first:", line })
      },
    },
  ),
  look(
    "create_link",
    {
      example: "Create a short link to https://example.com/spring called spring-sale",
      shapes: [
        "create|make|add [me] [a|another] [new] [short] link to|for {url:address} [called|named|as {slug:slug}]",
        "create|make|add [me] [a|another] [new] [short] link called|named {slug:slug} to|for {url:address}",
        "shorten {url:address} [as|to {slug:slug}]",
      ],
    },
    {
      input: ({ url, slug }) => ({ destination: url, ...(slug && { slug }) }),
      say: (result) =>
        `The short link is ready: ${textIn(result, "short_url")} leads to ${textIn(result, "destination")}.`,
    },
  ),
  withOne(
    link,
    {
      tool: "get_link",
      example: "Show the short link spring-sale",
      shapes: [
        "show|open|get [me] [the|my|our] [short] link {thing}",
        "how many clicks has|did [the|my|our] [short] link {thing} [have|got|get]",
      ],
    },
    { input: ({ id }) => ({ id }), say: line },
  ),
  withOne(
    link,
    {
      tool: "edit_link",
      example: "Change the short link spring-sale to https://example.com/summer",
      shapes: ["change|point|set [the|my|our] [short] link {thing} to {url:address}"],
    },
    {
      input: ({ id }, { url }) => ({ id, destination: url }),
      say: (result) => `${textIn(result, "short_url")} leads to ${textIn(result, "destination")} now.`,
    },
  ),
  withOne(
    link,
    {
      tool: "edit_link",
      example: 'Rename the short link spring-sale to "Spring newsletter"',
      shapes: ["rename [the|my|our] [short] link {thing} to {title}"],
    },
    {
      input: ({ id }, { title }) => ({ id, title }),
      say: (result) => `The title of ${textIn(result, "short_url")} is “${textIn(result, "title")}” now.`,
    },
  ),
  withOne(
    link,
    {
      tool: "trash_link",
      example: "Delete the short link spring-sale",
      shapes: ["delete|remove|trash [the|my|our] [short] link {thing}", "throw away [the|my|our] [short] link {thing}"],
    },
    {
      input: ({ id }) => ({ id }),
      say: (result) =>
        `${textIn(result, "short_url")} is in the trash. It leads nowhere any more, and can be restored for 30 days.`,
    },
  ),
  withOne(
    trashed,
    {
      tool: "restore_link",
      example: "Restore the short link spring-sale",
      shapes: ["restore|undelete [the|my|our] [short] link {thing}"],
    },
    { input: ({ id }) => ({ id }), say: (result) => `${textIn(result, "short_url")} works again.` },
  ),
]
