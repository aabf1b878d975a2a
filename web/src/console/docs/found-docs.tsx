import { Link as RouterLink, useNavigate } from "@tanstack/react-router"
import { pagesOf } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { mayAs } from "../console-data.ts"
import { type TableColumn, timeColumn } from "../ui/lists/columns.tsx"
import { ListView } from "../ui/lists/list-frame.tsx"
import { usePages } from "../ui/lists/use-pages.ts"
import { Empty } from "../ui/page.tsx"
import { Marked } from "../ui/values/marked.tsx"
import styles from "./found-docs.module.css"
import { Star } from "./star.tsx"
import { TrashButton } from "./trash-button.tsx"

type Doc = AnswerOf<"search-doc-text">["items"][number]

/** The docs that match a query, each with the matching passage. */
export function FoundDocs({ query, isStarred }: { query: string; isStarred: boolean }) {
  const asked = pagesOf("search-doc-text", { query, ...(isStarred && { isStarred }) })
  // While the person types, the previous results stay until the next ones arrive.
  const list = usePages({ ...asked, placeholderData: (before: unknown) => before as never }, ({ items }) => items)
  const navigate = useNavigate()
  const columns: readonly TableColumn<Doc>[] = [
    { title: "Doc", width: "minmax(12rem, 1fr)", cell: (doc) => <Title {...doc} /> },
    timeColumn("Updated", ({ updatedAt }) => updatedAt),
    ...(mayAs("member") ? [{ title: "Trash", width: "8.5rem", cell: TrashButton, isNumber: true, isWide: true }] : []),
  ]
  return (
    <ListView
      label="Docs"
      columns={columns}
      list={list}
      empty={<Empty title="No results">Try fewer or shorter words.</Empty>}
      onOpen={({ id }) => navigate({ to: `/docs/${id}` })}
    />
  )
}

function Title(doc: Doc) {
  const { id, title, titleMarks, emoji, snippet } = doc
  return (
    <span className={`flex middle gap-1 ${styles.found}`}>
      <Star doc={doc} />
      <span>
        <RouterLink to={`/docs/${id}`}>
          {emoji && <span aria-hidden="true">{emoji} </span>}
          <Marked text={title} marks={titleMarks} />
        </RouterLink>
        {snippet.text !== "" && (
          <span className={`muted smallest ${styles.snippet}`}>
            <Marked {...snippet} />
          </span>
        )}
      </span>
    </span>
  )
}
