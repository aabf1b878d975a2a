import { useQuery } from "@tanstack/react-query"
import { useHouse } from "../../kit/house.tsx"
import { formatBytes } from "../../kit/size.ts"
import { readOf } from "../ask.ts"
import styles from "./drive.module.css"

/** How much the workspace stores, and how much it may. */
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
