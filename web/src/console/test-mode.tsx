import { useQuery } from "@tanstack/react-query"
import { useHouse } from "../kit/house.tsx"
import { readOf } from "./ask.ts"
import { here } from "./here.ts"
import styles from "./test-mode.module.css"

/** Whether the workspace's sales move no money: in the sandbox, or with a processor's test keys. */
export function useTestMode(): boolean {
  const { isSandbox } = useHouse()
  const isWorkspace = here().workspace !== null
  const { data } = useQuery({ ...readOf("get-selling", {}), enabled: isWorkspace && !isSandbox })
  return isWorkspace && (isSandbox || data?.isTest === true)
}

/** Says so, beside every figure of money and in the bar. */
export function TestMode({ label = "Test mode" }: { label?: string }) {
  return useTestMode() ? (
    <span className={styles.badge} title="No money moves.">
      {label}
    </span>
  ) : null
}
