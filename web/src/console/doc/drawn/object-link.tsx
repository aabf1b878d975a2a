import { Link as Way } from "@tanstack/react-router"
import { linkedKinds } from "../../../../../server/src/contract/docs/linked-kinds.ts"
import styles from "../../../kit/doc-text.module.css"
import { RouteIcon } from "../../ui/icons.tsx"
import { type Linked, useLinked } from "./use-linked.ts"

export type LinkedKind = Linked["kind"]

/** Tells whether a text of a doc's node names a kind of thing. */
export const isLinkedKind = (kind: unknown): kind is LinkedKind => linkedKinds.some((known) => known === kind)

/** What each kind is called, before the title of one. */
export const kindWords: Readonly<Record<LinkedKind, string>> = {
  doc: "Doc",
  file: "File",
  folder: "Folder",
  link: "Link",
  offer: "Offer",
}

/** Where each kind is shown. */
const wayOf: Readonly<Record<LinkedKind, (ref: string) => { to: string; search?: Record<string, string> }>> = {
  doc: (ref) => ({ to: `/docs/${ref}` }),
  file: (ref) => ({ to: "/drive", search: { open: ref } }),
  folder: (ref) => ({ to: "/drive", search: { folder: ref } }),
  link: (ref) => ({ to: "/links", search: { open: ref } }),
  offer: (ref) => ({ to: `/offers/${ref}` }),
}

interface Props {
  kind: LinkedKind
  /** The thing's id. */
  of: string
  /** What it was called when the link was made. */
  label: string
}

/** A way to something else in the workspace, called what it is called now. */
export function ObjectLink({ kind, of, label }: Props) {
  const found = useLinked({ kind, ref: of })
  if (found?.title === null) {
    return (
      <span className={styles.gone} title={`This ${kindWords[kind].toLowerCase()} is not there any more.`}>
        {label || "Something that is gone"}
      </span>
    )
  }
  const { to, search = {} } = wayOf[kind](of)
  return (
    <Way className={styles.object ?? ""} to={to} search={search as never} title={kindWords[kind]}>
      {found?.emoji ?? <RouteIcon id={icons[kind]} />} <bdi>{found?.title ?? label}</bdi>
    </Way>
  )
}

const icons: Readonly<Record<LinkedKind, string>> = {
  doc: "docs",
  file: "docs",
  folder: "drive",
  link: "links",
  offer: "offers",
}
