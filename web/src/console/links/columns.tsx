import { When } from "../../kit/when.tsx"
import type { AnswerOf } from "../ask.ts"
import { State } from "../ui/state.tsx"
import type { TableColumn } from "../ui/table.tsx"
import { Tag, Tags } from "./tag.tsx"
import styles from "./view.module.css"

export type Link = AnswerOf<"browse-links">["links"][number]

/** The states of a link, as the list names them. */
export const linkStates: Readonly<Record<Link["state"], string>> = {
  active: "Active",
  expired: "Expired",
  limit_reached: "Limit reached",
  suspended: "Suspended",
  trashed: "In trash",
}

/** The states in which a link does not redirect; a working link has no label. */
const isLabelled = (state: Link["state"]) => state !== "active" && state !== "trashed"

/** The columns of the list; a click on a tag filters by it. */
export const linkColumns = (onTag: (tag: string) => void): readonly TableColumn<Link>[] => [
  {
    title: "Link",
    width: "minmax(10rem, 2fr)",
    cell: ({ title, short_url, state }) => (
      <span className={styles.named}>
        <bdi>{title ?? short_url.replace(/^https?:\/\//, "")}</bdi>
        {isLabelled(state) && <State words={linkStates[state]} tone="note" />}
      </span>
    ),
  },
  { title: "Destination", width: "minmax(10rem, 3fr)", cell: ({ destination }) => destination, isWide: true },
  {
    title: "Tags",
    width: "minmax(6rem, 1.5fr)",
    cell: ({ tags }) => (
      <Tags isOneLine>
        {tags.map((tag) => (
          <Tag key={tag} name={tag} does={`Filter by “${tag}”`} onPress={() => onTag(tag)} />
        ))}
      </Tags>
    ),
    isWide: true,
  },
  { title: "Clicks", width: "5rem", cell: ({ clicks }) => clicks.toLocaleString(), isNumber: true },
  {
    title: "Created",
    width: "8rem",
    cell: ({ created_at }) => <When at={Date.parse(created_at)} isDay />,
    isWide: true,
  },
]
