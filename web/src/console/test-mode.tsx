import type { ReactNode } from "react"
import { useHouse } from "../kit/house.tsx"
import { useRead } from "./ask.ts"
import { here } from "./console-data.ts"
import styles from "./test-mode.module.css"

/** The smallest phones have no room for the second word. */
const words = (
  <>
    Test<span> mode</span>
  </>
)

/** Says beside figures of money and in the bar that sales move no money: in the sandbox, or with test keys. */
export function TestMode({ label = words }: { label?: ReactNode }) {
  const { isSandbox } = useHouse()
  const isWorkspace = here().workspace !== null
  const { data } = useRead("get-selling", {}, { enabled: isWorkspace && !isSandbox })
  const isTest = isWorkspace && (isSandbox || data?.isTest === true)
  return isTest ? (
    <span className={styles.badge} title="No money moves.">
      {label}
    </span>
  ) : null
}
