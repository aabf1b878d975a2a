import { useDeferredValue } from "react"
import { consoleAreas } from "../../../../server/src/contract/console/areas.ts"
import { useBusy } from "../../kit/loading/ready.tsx"
import { useRead } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { here, mayAs, shownRoutes } from "../console-data.ts"
import { actions, type PaletteAction } from "./actions.ts"
import { isFoundBy } from "./is-found-by.ts"

/** A search result: a page, an action, or a thing. */
export interface SearchResult extends Partial<Omit<PaletteAction, "id" | "title">> {
  id: string
  kind: string
  title: string
  /** The matching passage, unless the title matches. */
  snippet?: AnswerOf<"search-doc-text">["items"][number]["snippet"]
}

const most = 12

/** How many pages and actions are shown above the things that a query finds. */
const mostNamed = 8

/** Searches pages, actions, buyers, links, offers and files by name, and docs by their text. */
export function useFound(query: string): readonly SearchResult[] {
  const typed = query.trim()
  const words = useDeferredValue(typed)
  useBusy("reads", words !== typed)
  const asked = { query: words, limit: 4 }
  const enabled = words.length > 1 && here().workspace !== null
  const buyers = useRead("search-buyers", asked, { enabled: enabled && mayAs("member") }).data?.buyers ?? []
  const links = useRead("list-links", asked, { enabled }).data?.links ?? []
  const docs = useRead("search-doc-text", asked, { enabled }).data?.items ?? []
  const files = useRead("search-drive-files", asked, { enabled }).data?.files ?? []
  const offers = useRead("list-offers", { limit: 100 }, { enabled }).data?.items ?? []
  const named = namedBy(typed)
  // Results of an earlier query are hidden: Enter would open one.
  if (!enabled || words !== typed) return named.slice(0, most)
  const isLike = (result: SearchResult) => isFoundBy(typed, result)
  return [
    ...named.slice(0, mostNamed),
    ...buyers.map(toFoundBuyer),
    ...links.map(toFoundLink),
    ...docs.map(toFoundDoc),
    ...offers.map(toFoundOffer).filter(isLike).slice(0, asked.limit),
    ...files.map(toFoundFile),
  ].slice(0, most)
}

/** The pages and actions with these words; those with the words in their title come first. */
function namedBy(typed: string): SearchResult[] {
  const can = actions.filter(({ role }) => role === undefined || mayAs(role))
  const named = [...pages(), ...can.map((action): SearchResult => ({ ...action, kind: "Command" })), ...elsewhere()]
  const found = named.filter((result) => isFoundBy(typed, result))
  const isByTitle = ({ title }: SearchResult) => isFoundBy(typed, { title })
  return [...found.filter(isByTitle), ...found.filter((result) => !isByTitle(result))]
}

const pages = () => shownRoutes().map(({ id, path, title }): SearchResult => ({ id, kind: "Page", title, to: path }))

const toFoundBuyer = ({ email }: AnswerOf<"search-buyers">["buyers"][number]): SearchResult => {
  return { id: `buyer ${email}`, kind: "Buyer", title: email, to: "/purchases", search: { q: email } }
}

const toFoundLink = ({ id, title, slug }: AnswerOf<"list-links">["links"][number]): SearchResult => {
  return { id, kind: "Link", title: title ?? slug, to: "/links", search: { open: id } }
}

const toFoundOffer = ({ id, title }: AnswerOf<"list-offers">["items"][number]): SearchResult => {
  return { id, kind: "Offer", title, to: `/offers/${id}` }
}

const toFoundFile = ({ id, name }: AnswerOf<"search-drive-files">["files"][number]): SearchResult => {
  return { id, kind: "File", title: name, to: "/drive", search: { open: id } }
}

/** A doc that matches by its text also shows the passage. */
const toFoundDoc = ({
  id,
  title,
  titleMarks,
  snippet,
}: AnswerOf<"search-doc-text">["items"][number]): SearchResult => ({
  ...{ id, kind: "Doc", title, to: `/docs/${id}` },
  ...(titleMarks.length === 0 && { snippet }),
})

/** The other workspaces, and the pages of the other areas. */
function elsewhere(): readonly SearchResult[] {
  const { area: areaHere, workspace, workspaces, visitor } = here()
  const others = workspaces.filter(({ slug }) => slug !== workspace?.slug)
  const areas = visitor.isOperator ? (["account", "operator"] as const) : (["account"] as const)
  return [
    ...others.map(({ slug, name }): SearchResult => {
      return { ...away, id: slug, kind: "Workspace", title: name, words: "switch workspace", to: `/${slug}` }
    }),
    ...areas
      .filter((area) => area !== areaHere)
      .flatMap((area) => shownRoutes(area).map(({ id, path, title }) => ({ id, title, path, area })))
      .map(({ area, path, ...named }): SearchResult => {
        return { ...away, ...named, kind: consoleAreas[area].title, to: `/${area}${path === "/" ? "" : path}` }
      }),
  ]
}

const away = { isElsewhere: true } as const
