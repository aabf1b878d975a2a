import { UnclearMoneyPage } from "../../unclear-money/unclear-money.tsx"

/** Unclear money of all workspaces, and money that belongs to none. */
export function View() {
  return (
    <UnclearMoneyPage reads="list-unclear-money" settles="settle-unclear-money" mailed="the seller and operators" />
  )
}
