import { type CommandRow, look } from "./row.ts"
import { cited, counted, listed, listIn, numberIn, partIn, textIn } from "./say.ts"

const none = "No short links yet."

const line = (one: unknown) => {
  const clicks = counted(numberIn(one, "clicks"), "click")
  const name = cited("link", one, textIn(one, "title") || textIn(one, "slug"))
  return `${name}: ${textIn(one, "shortUrl")} → ${textIn(one, "destination")}, ${clicks}`
}

export const linkRows: CommandRow[] = [
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
    {
      say: (result) => {
        const links = listIn(result, "links")
        const more = partIn(result, "nextCursor") === undefined ? "" : " at least"
        return listed(links, { none, some: `There are${more} ${counted(links.length, "short link")}:`, line })
      },
    },
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
        return listed(most.slice(0, 5), { none, some: "Most clicked first:", line })
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
      say: (result) => `Short link created: ${textIn(result, "shortUrl")} → ${textIn(result, "destination")}`,
    },
  ),
]
