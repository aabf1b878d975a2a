import { useQuery } from "@tanstack/react-query"
import { useHouse } from "../../kit/house.tsx"
import { formatBytes } from "../../kit/size.ts"
import { Unfold } from "../../kit/unfold.tsx"
import { type AnswerOf, readOf } from "../ask.ts"
import styles from "./drive.module.css"

type Kinds = AnswerOf<"get-storage">["kinds"]

const names: Readonly<Record<keyof Kinds, string>> = {
  files: "Files",
  docs: "Docs",
  versions: "Earlier versions of docs",
  conversations: "Conversations with the assistant",
  links: "Short links",
}

/** The used storage and the quota. */
export function Usage() {
  const { locale } = useHouse()
  const { data } = useQuery(readOf("get-storage", {}))
  if (!data) return null
  const { usedBytes, quotaBytes } = data
  return (
    <span className={styles.usage}>
      <meter aria-label="Room that is used" value={usedBytes} max={quotaBytes} high={quotaBytes * 0.9} />
      {formatBytes(usedBytes, locale)} of {formatBytes(quotaBytes, locale)} used, with the trash
    </span>
  )
}

/** The used storage by kind of thing. */
export function UsageByKind() {
  const { locale } = useHouse()
  const { data } = useQuery(readOf("get-storage", {}))
  if (!data) return null
  return (
    <Unfold label="Storage by kind" about="what this workspace stores">
      <ul className={styles.kinds}>
        {Object.entries(names).map(([kind, name]) => (
          <li key={kind}>
            {name}: {formatBytes(data.kinds[kind as keyof Kinds], locale)}
          </li>
        ))}
      </ul>
      <p>A deleted conversation makes room at once; everything else does when it leaves the trash, after 30 days.</p>
    </Unfold>
  )
}
