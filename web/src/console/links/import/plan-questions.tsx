import { Choice as Checkbox, SelectField } from "../../../kit/field.tsx"
import { Notice } from "../../../kit/notice.tsx"
import { type DateOrder, readDate } from "./read-dates.ts"
import type { LinkFile } from "./read-link-file.ts"
import type { Plan, Questions } from "./to-import-rows.ts"
import { howMany } from "./use-import.ts"

interface Props {
  file: LinkFile
  plan: Plan
  questions: Questions
  own: readonly string[]
  onPlan(plan: Plan): void
}

/** Asks what the cells leave open: the order of dates, domains, and new short names. */
export function PlanQuestions({ file, plan, questions, own, onPlan }: Props) {
  return (
    <>
      {questions.dates.map(({ at, example }) => (
        <SelectField
          key={at}
          label={`Dates in “${file.header[at]}”`}
          description={`What ${example} means`}
          value={plan.orders[at] ?? ""}
          options={[{ value: "", label: "Choose…" }, ...ordersOf(example)]}
          onChange={({ currentTarget: { value } }) =>
            onPlan({ ...plan, orders: { ...plan.orders, [at]: value as DateOrder } })
          }
        />
      ))}
      <HostFields {...{ plan, questions, own, onPlan }} />
      {questions.newNames > 0 && (
        <>
          <Notice tone="note" title={`${howMany(questions.newNames, "link")} would get a new short name`}>
            The file has short names. Choose “Short name” or “Short link” for their column to keep them.
          </Notice>
          <Checkbox
            type="checkbox"
            label="Make new short names"
            checked={plan.makesNames}
            onChange={({ currentTarget }) => onPlan({ ...plan, makesNames: currentTarget.checked })}
          />
        </>
      )}
    </>
  )
}

function HostFields({ plan, questions: { hosts }, own, onPlan }: Omit<Props, "file">) {
  const choose = (host: string, domain: string) => onPlan({ ...plan, domains: { ...plan.domains, [host]: domain } })
  const others = saysDefault(hosts, own)
  return (
    <>
      {own.length > 0 &&
        hosts
          .slice(0, mostHosts)
          .map((host) => (
            <SelectField
              key={host}
              label={`Links on ${host}`}
              value={plan.domains[host] ?? ""}
              options={[{ value: "", label: "Default short domain" }, ...own]}
              onChange={({ currentTarget }) => choose(host, currentTarget.value)}
            />
          ))}
      {others && <p>{others}</p>}
    </>
  )
}

const mostHosts = 10

function saysDefault(hosts: readonly string[], own: readonly string[]): string {
  const left = own.length > 0 ? hosts.slice(mostHosts) : hosts
  if (left.length === 0) return ""
  const named = left.slice(0, 3).join(", ")
  return `Links on ${left.length > 3 ? `${named} and ${left.length - 3} more` : named} get the default short domain.`
}

function ordersOf(example: string): { value: DateOrder; label: string }[] {
  return (["day-first", "month-first"] as const).map((order) => {
    const at = readDate(example, { order, day: "end" })
    return { value: order, label: at?.toLocaleDateString(undefined, { dateStyle: "long" }) ?? order }
  })
}
