import { useChange } from "../ask.ts"
import styles from "./star.module.css"

const listed = ["browse-docs", "search-doc-text"] as const

/** The reader's own star on a doc; a click toggles it optimistically. */
export function Star({ doc: { id, title, isStarred } }: { doc: { id: string; title: string; isStarred: boolean } }) {
  const star = useChange("star-doc", { makesStale: listed, atOnce: setTo(true) })
  const unstar = useChange("unstar-doc", { makesStale: listed, atOnce: setTo(false) })
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={isStarred}
      aria-label={`Star “${title}”`}
      onClick={() => (isStarred ? unstar : star).mutate({ id })}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="m12 3 2.8 5.8 6.2.9-4.5 4.4 1.1 6.3L12 17.4l-5.6 3 1.1-6.3L3 9.7l6.2-.9z" />
      </svg>
    </button>
  )
}

type AtOnce = NonNullable<Parameters<typeof useChange<"star-doc">>[1]["atOnce"]>

const setTo =
  (isStarred: boolean): AtOnce =>
  ({ id }, edit) => {
    const set = <Doc extends { id: string }>(docs: Doc[]) =>
      docs.map((doc) => (doc.id === id ? { ...doc, isStarred } : doc))
    edit("browse-docs", (answer) => ({ ...answer, items: set(answer.items) }))
    edit("search-doc-text", (answer) => ({ ...answer, items: set(answer.items) }))
  }
