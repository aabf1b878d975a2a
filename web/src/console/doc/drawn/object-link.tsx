import { Link as RouterLink } from "@tanstack/react-router"
import { linkedKinds } from "../../../../../server/src/contract/docs/linked-kinds.ts"
import styles from "../../../kit/text/doc-text.module.css"
import { RouteIcon } from "../../ui/icons.tsx"
import { type Linked, useLinked } from "./use-linked.ts"

export type LinkedKind = Linked["kind"]

export const isLinkedKind = (kind: unknown): kind is LinkedKind => linkedKinds.some((known) => known === kind)

/** The word for a kind, before a title. */
export const kindWords: Readonly<Record<LinkedKind, string>> = {
  doc: "Doc",
  file: "File",
  folder: "Folder",
  link: "Link",
  offer: "Offer",
}

/** The page of each kind. */
const routeOf: Readonly<Record<LinkedKind, (ref: string) => { to: string; search?: Record<string, string> }>> = {
  doc: (ref) => ({ to: `/docs/${ref}` }),
  file: (ref) => ({ to: "/drive", search: { open: ref } }),
  folder: (ref) => ({ to: "/drive", search: { folder: ref } }),
  link: (ref) => ({ to: "/links", search: { open: ref } }),
  offer: (ref) => ({ to: `/offers/${ref}` }),
}

interface Props {
  kind: LinkedKind
  of: string
  /** The thing's title when the link was made. */
  label: string
}

/** A link to another thing of the workspace, by its current title. */
export function ObjectLink({ kind, of, label }: Props) {
  const found = useLinked({ kind, ref: of })
  if (found?.title === null) {
    return (
      <span className={styles.gone} title={`This ${kindWords[kind].toLowerCase()} was deleted.`}>
        {label || "Deleted item"}
      </span>
    )
  }
  const { to, search = {} } = routeOf[kind](of)
  return (
    <RouterLink className={styles.object ?? ""} to={to} search={search as never} title={kindWords[kind]}>
      {found?.emoji ?? <RouteIcon id={icons[kind]} />} <bdi>{found?.title ?? label}</bdi>
    </RouterLink>
  )
}

const icons: Readonly<Record<LinkedKind, string>> = {
  doc: "docs",
  file: "docs",
  folder: "drive",
  link: "links",
  offer: "offers",
}
