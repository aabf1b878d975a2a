import { UnclearMoney } from "./unclear-money.tsx"

export function View() {
  return <UnclearMoney reads="list-own-unclear-money" settles="settle-own-unclear-money" mailed="the owners" />
}
