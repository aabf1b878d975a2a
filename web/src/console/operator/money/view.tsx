import { UnclearMoney } from "../../unclear-money/unclear-money.tsx"

/** The unclear money of every workspace, and of none. */
export function View() {
  return <UnclearMoney reads="list-unclear-money" settles="settle-unclear-money" mailed="the seller and to operators" />
}
