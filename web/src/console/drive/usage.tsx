import { useHouse } from "../../kit/house.tsx"
import { formatBytes } from "../../kit/size.ts"
import { Unfold } from "../../kit/unfold.tsx"
import { useRead } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import styles from "./drive.module.css"

type Kinds = AnswerOf<"get-storage">["kinds"]

const names: Readonly<Record<keyof Kinds, string>> = {
  files: "Files",
  docs: "Docs",
  versions: "Doc versions",
  conversations: "Assistant conversations",
  links: "Short links",
}

/** The used storage and the quota. */
export function Usage() {
  const { locale } = useHouse()
  const { data } = useRead("get-storage", {})
  if (!data) return null
  const { usedBytes, quotaBytes } = data
  return (
    <span className={styles.usage}>
      <meter aria-label="Storage used" value={usedBytes} max={quotaBytes} high={quotaBytes * 0.9} />
      {formatBytes(usedBytes, locale)} of {formatBytes(quotaBytes, locale)} used (including trash)
    </span>
  )
}

export function UsageByKind() {
  const { locale } = useHouse()
  const { data } = useRead("get-storage", {})
  if (!data || data.usedBytes === 0) return null
  return (
    <Unfold label="Storage by type" about="this workspace">
      <ul className={styles.kinds}>
        {Object.entries(names).map(([kind, name]) => (
          <li key={kind}>
            {name}: {formatBytes(data.kinds[kind as keyof Kinds], locale)}
          </li>
        ))}
      </ul>
    </Unfold>
  )
}
