import { dayColumn, type TableColumn, textColumn } from "../ui/lists/columns.tsx"
import { Sparkline } from "../ui/values/sparkline.tsx"
import type { Link } from "./link-states.ts"
import { ShortLink } from "./short-link.tsx"
import { Tag, Tags } from "./tag.tsx"
import styles from "./view.module.css"

interface Options {
  onTag(tag: string): void
  onQr(link: Link): void
  hidden: ReadonlySet<string>
}

export const linkColumns = ({ onTag, onQr, hidden }: Options): readonly TableColumn<Link>[] => [
  {
    title: "Link",
    sort: "slug",
    width: "minmax(14rem, 2fr)",
    cell: (link) => <ShortLink link={link} onQr={onQr} hasDestination={!hidden.has("Destination")} />,
  },
  textColumn("Destination", ({ shownDestination }) => shownDestination),
  {
    title: "Tags",
    width: "minmax(6rem, 1fr)",
    cell: ({ tags }) => (
      <Tags isOneLine>
        {tags.map((tag) => (
          <Tag key={tag} name={tag} does={`Filter by “${tag}”`} onPress={() => onTag(tag)} />
        ))}
      </Tags>
    ),
    isWide: true,
  },
  { title: "Clicks", sort: "-clicks", width: "8.5rem", cell: (link) => <Clicks {...link} />, isNumber: true },
  dayColumn("Created", ({ createdAt }) => Date.parse(createdAt), { sort: "-created_at" }),
]

function Clicks({ clicks, recentClicks = [] }: Link) {
  const recent = recentClicks.reduce((sum, ofDay) => sum + ofDay, 0)
  return (
    <span className={`flex middle between gap-2 ${styles.clicks}`}>
      {recentClicks.length > 1 && (
        <Sparkline values={recentClicks} label={`${recent.toLocaleString()} in the last 30 days; in total`} />
      )}
      {clicks.toLocaleString()}
    </span>
  )
}
