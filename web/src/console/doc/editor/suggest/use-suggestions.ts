import type { Editor } from "@tiptap/core"
import { useRead } from "../../../ask.ts"
import { isFoundBy } from "../../../palette/is-found-by.ts"
import { kindWords, type LinkedKind } from "../../drawn/drawn-parts.tsx"
import { blocks, insertions, type PanelKind } from "../blocks.ts"
import type { SuggestTrigger } from "./suggest.ts"

export interface Suggestion {
  id: string
  name: string
  /** The kind of the thing, if its name does not show it. */
  note?: string
  icon?: string
  /** Inserts it; the typed trigger and query are removed by then. */
  take(editor: Editor): void
}

const most = 8

export function useSuggestions(
  { sign, query }: SuggestTrigger,
  onOpen: (panel: PanelKind) => void,
): readonly Suggestion[] {
  const members = useMembers(query, sign === "@")
  const objects = useObjects(query.trim(), sign === "[[")
  if (sign === "@") return members
  if (sign === "[[") return objects
  return [...blocks, ...insertions]
    .filter(({ name, also = "" }) => isFoundBy(query, { title: name, words: also }))
    .map(
      (block): Suggestion => ({
        id: block.id,
        name: block.name,
        icon: block.icon,
        take: (editor) => block.run(editor, onOpen),
      }),
    )
}

function useMembers(query: string, enabled: boolean): readonly Suggestion[] {
  const { data } = useRead("list-members", {}, { enabled })
  const members = enabled ? (data?.items ?? []) : []
  return members
    .filter(({ name, email }) => isFoundBy(query, { title: `${name ?? ""} ${email}` }))
    .slice(0, most)
    .map(({ accountId, name, email }) => ({
      id: accountId,
      name: name || email,
      ...(name && { note: email }),
      take: (editor) => {
        const attrs = { account: accountId, label: name || email }
        editor
          .chain()
          .focus()
          .insertContent([
            { type: "mention", attrs },
            { type: "text", text: " " },
          ])
          .run()
      },
    }))
}

interface Named {
  kind: LinkedKind
  ref: string
  label: string
}

function useObjects(query: string, enabled: boolean): readonly Suggestion[] {
  const asked = { query, limit: 4 }
  const docs = useRead("search-docs", asked, { enabled }).data?.docs ?? []
  const links = useRead("list-links", asked, { enabled }).data?.links ?? []
  const files = useRead("search-drive-files", asked, { enabled }).data?.files ?? []
  const folders = useRead("list-folder", { query }, { enabled: enabled && query !== "" }).data?.folders ?? []
  const offers = useRead("list-offers", { limit: 100 }, { enabled }).data?.items ?? []
  const found: Named[] = [
    ...docs.map(({ id, title }): Named => ({ kind: "doc", ref: id, label: title })),
    ...links.map(({ id, title, slug }): Named => ({ kind: "link", ref: id, label: title ?? slug })),
    ...offers
      .filter((offer) => isFoundBy(query, offer))
      .slice(0, 4)
      .map(({ id, title }): Named => ({ kind: "offer", ref: id, label: title })),
    ...files.map(({ id, name }): Named => ({ kind: "file", ref: id, label: name })),
    ...folders.slice(0, 4).map(({ id, name }): Named => ({ kind: "folder", ref: id, label: name })),
  ]
  return enabled ? found.slice(0, 2 * most).map(toSuggestion) : []
}

const toSuggestion = ({ kind, ref, label }: Named): Suggestion => ({
  id: ref,
  name: label,
  note: kindWords[kind],
  take: (editor) => {
    const attrs = { kind, ref, label }
    editor
      .chain()
      .focus()
      .insertContent([
        { type: "objectLink", attrs },
        { type: "text", text: " " },
      ])
      .run()
  },
})
