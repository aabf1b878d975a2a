import { UnclearMoneyPage } from "./unclear-money.tsx"

export function View() {
  return <UnclearMoneyPage reads="list-own-unclear-money" settles="settle-own-unclear-money" mailed="the owners" />
}
