import { UnclearMoney } from "./unclear-money.tsx"

/** The workspace's own unclear money. */
export function View() {
  return <UnclearMoney reads="list-own-unclear-money" settles="settle-own-unclear-money" mailed="the owners" />
}
