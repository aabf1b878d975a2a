import { useQuery } from "@tanstack/react-query"
import { useDeferredValue } from "react"
import { consoleAreas } from "../../../../server/src/contract/console/areas.ts"
import { type AnswerOf, readOf } from "../ask.ts"
import { here, mayAs, shownRoutes } from "../here.ts"

/** A search result: a page, an action, or a thing. */
export interface SearchResult {
  id: string
  kind: string
  title: string
  /** The matching passage, unless the title matches. */
  snippet?: AnswerOf<"search-doc-text">["items"][number]["snippet"]
  /** A page of this area; with `isElsewhere`, any path of the service. */
  to: string
  isElsewhere?: true
  search?: Record<string, string>
  /** What it does instead of opening a page. */
  does?: "create-doc" | "show-keys"
}

/** Available to every role. */
const asking: SearchResult = { id: "new-question", kind: "Command", title: "Ask assistant", to: "/assistant" }

/** Available everywhere. */
const keys: SearchResult = { id: "keys", kind: "Command", title: "Keyboard shortcuts", to: "/", does: "show-keys" }

/** Actions of members; each opens a form on its page. */
const actions: readonly SearchResult[] = [
  { id: "new-link", kind: "Command", title: "Create link", to: "/links", search: { new: "1" } },
  { id: "new-folder", kind: "Command", title: "Create folder", to: "/drive", search: { new: "1" } },
  {
    id: "new-upload-link",
    kind: "Command",
    title: "Create upload link",
    to: "/drive/upload-links",
    search: { new: "1" },
  },
  { id: "new-doc", kind: "Command", title: "Create doc", to: "/docs", does: "create-doc" },
  { id: "new-offer", kind: "Command", title: "Create offer", to: "/offers/new", search: {} },
]

/** Actions of admins. */
const managing: readonly SearchResult[] = [
  { id: "new-invitation", kind: "Command", title: "Invite people", to: "/team", search: { new: "1" } },
  { id: "new-domain", kind: "Command", title: "Add domain", to: "/settings/domains", search: { new: "1" } },
  { id: "new-gift-code", kind: "Command", title: "Create gift code", to: "/gift-codes", search: { new: "1" } },
]

const most = 12

/** Searches pages, actions, links, offers and files by name, and docs by their text. */
export function useFound(query: string): readonly SearchResult[] {
  const typed = query.trim()
  const words = useDeferredValue(typed)
  const asked = { query: words, limit: 4 }
  const enabled = words.length > 1 && here().workspace !== null
  const links = useQuery({ ...readOf("list-links", asked), enabled }).data?.links ?? []
  const docs = useQuery({ ...readOf("search-doc-text", asked), enabled }).data?.items ?? []
  const files = useQuery({ ...readOf("search-drive-files", asked), enabled }).data?.files ?? []
  const offers = useQuery({ ...readOf("list-offers", { limit: 100 }), enabled }).data?.items ?? []
  const pages = shownRoutes().map(({ id, path, title }): SearchResult => ({ id, kind: "Page", title, to: path }))
  const isLike = ({ title }: SearchResult) => title.toLowerCase().includes(typed.toLowerCase())
  const can = [
    keys,
    ...(here().workspace ? [asking] : []),
    ...(mayAs("member") ? actions : []),
    ...(mayAs("admin") ? managing : []),
  ]
  const named = [...pages, ...can, ...elsewhere()].filter(isLike)
  // Results of an earlier query are hidden: Enter would open one.
  const objects =
    enabled && words === typed
      ? [
          ...links.map(toFoundLink),
          ...docs.map(toFoundDoc),
          ...offers.map(toFoundOffer).filter(isLike).slice(0, asked.limit),
          ...files.map(toFoundFile),
        ]
      : []
  return [...named, ...objects].slice(0, most)
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
    ...others.map(
      ({ slug, name }): SearchResult => ({ ...away, id: slug, kind: "Workspace", title: name, to: `/${slug}` }),
    ),
    ...areas
      .filter((area) => area !== areaHere)
      .flatMap((area) => shownRoutes(area).map(({ id, path, title }) => ({ id, title, path, area })))
      .map(({ area, path, ...named }): SearchResult => {
        return { ...away, ...named, kind: consoleAreas[area].title, to: `/${area}${path === "/" ? "" : path}` }
      }),
  ]
}

const away = { isElsewhere: true } as const
