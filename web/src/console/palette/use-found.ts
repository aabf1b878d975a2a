import { useQuery } from "@tanstack/react-query"
import { useDeferredValue } from "react"
import { consoleRoutes } from "../../../../server/src/surfaces/console/routes.ts"
import { readOf } from "../ask.ts"
import { mayAs } from "../here.ts"

/** One thing to go to or to do. */
export interface Found {
  id: string
  kind: string
  title: string
  to: string
  search?: Record<string, string>
}

/** What can be done from anywhere: each opens its form on its page. */
const actions: readonly Found[] = [
  { id: "new-link", kind: "Do", title: "Create a link", to: "/links", search: { new: "1" } },
  { id: "new-folder", kind: "Do", title: "Make a folder", to: "/drive", search: { new: "1" } },
  {
    id: "new-upload-link",
    kind: "Do",
    title: "Create an upload link",
    to: "/drive/upload-links",
    search: { new: "1" },
  },
  { id: "new-doc", kind: "Do", title: "Create a doc", to: "/docs", search: { new: "1" } },
  { id: "new-offer", kind: "Do", title: "Create an offer", to: "/offers", search: { new: "1" } },
]

/** The same, for who manages. */
const managing: readonly Found[] = [
  { id: "new-invitation", kind: "Do", title: "Invite a member", to: "/team", search: { new: "1" } },
  { id: "new-domain", kind: "Do", title: "Attach a domain", to: "/settings/domains", search: { new: "1" } },
  { id: "new-gift-code", kind: "Do", title: "Create a gift code", to: "/gift-codes", search: { new: "1" } },
]

const most = 12

/** What the letters of a query find: pages, things to do, then links, docs and files by name. */
export function useFound(query: string): readonly Found[] {
  const words = useDeferredValue(query.trim())
  const asked = { query: words, limit: 4 }
  const enabled = words.length > 1
  const links = useQuery({ ...readOf("list-links", asked), enabled }).data?.links ?? []
  const docs = useQuery({ ...readOf("search-docs", asked), enabled }).data?.docs ?? []
  const files = useQuery({ ...readOf("search-drive-files", asked), enabled }).data?.files ?? []
  const pages = consoleRoutes
    .filter(({ group, role = "viewer" }) => group && mayAs(role))
    .map(({ id, path, title }): Found => ({ id, kind: "Page", title, to: path }))
  const isLike = ({ title }: Found) => title.toLowerCase().includes(words.toLowerCase())
  const named = [...pages, ...(mayAs("member") ? actions : []), ...(mayAs("admin") ? managing : [])].filter(isLike)
  const objects = enabled
    ? [
        ...links.map(
          (link): Found => ({
            id: link.id,
            kind: "Link",
            title: link.title ?? link.slug,
            to: "/links",
            search: { open: link.id },
          }),
        ),
        ...docs.map(({ id, title }): Found => ({ id, kind: "Doc", title, to: `/docs/${id}` })),
        ...files.map(
          (file): Found => ({ id: file.id, kind: "File", title: file.name, to: "/drive", search: { open: file.id } }),
        ),
      ]
    : []
  return [...named, ...objects].slice(0, most)
}
