import { useQuery } from "@tanstack/react-query"
import { useHouse } from "../kit/house.tsx"
import { readOf } from "./ask.ts"
import { here } from "./here.ts"
import styles from "./test-mode.module.css"

/** Says beside figures of money and in the bar that sales move no money: in the sandbox, or with test keys. */
export function TestMode({ label = "Test mode" }: { label?: string }) {
  const { isSandbox } = useHouse()
  const isWorkspace = here().workspace !== null
  const { data } = useQuery({ ...readOf("get-selling", {}), enabled: isWorkspace && !isSandbox })
  const isTest = isWorkspace && (isSandbox || data?.isTest === true)
  return isTest ? (
    <span className={styles.badge} title="No money moves.">
      {label}
    </span>
  ) : null
}
