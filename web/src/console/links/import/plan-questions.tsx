import { Choice as Checkbox, SelectField } from "../../../kit/field.tsx"
import { Notice } from "../../../kit/notice.tsx"
import { useDomainOptions } from "../slug-fields.tsx"
import { type DateOrder, readDate } from "./read-dates.ts"
import type { LinkFile } from "./read-link-file.ts"
import type { SameNames } from "./short-names.ts"
import { hasBareLinks, type Plan, type Questions } from "./to-import-rows.ts"
import { howMany } from "./use-import.ts"

interface Props {
  file: LinkFile
  plan: Plan
  questions: Questions
  same: readonly SameNames[]
  own: readonly string[]
  onPlan(plan: Plan): void
}

/** Asks for facts that the cells leave open: the order of dates, domains, and new short names. */
export function PlanQuestions({ file, plan, questions, same, own, onPlan }: Props) {
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
      <HostFields {...{ file, plan, questions, own, onPlan }} />
      {same.length > 0 && <SameNamesField {...{ plan, same, onPlan }} />}
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

const shownGroups = 3

function SameNamesField({ plan, same, onPlan }: Pick<Props, "plan" | "same" | "onPlan">) {
  const later = same.reduce((sum, { rows }) => sum + rows.length - 1, 0)
  const quoted = same.slice(0, shownGroups).map(({ names }) => names.map((name) => `“${name}”`).join(" and "))
  return (
    <>
      <Notice tone="note" title={`${howMany(later, "short name")} would be the same as another`}>
        <bdi>
          {quoted.join(", ")}
          {same.length > shownGroups && `, and ${same.length - shownGroups} more`}
        </bdi>
        {same.some(({ isShared }) => isShared) && ". Case and accents do not count on the default short domain."}
      </Notice>
      <SelectField
        label="Links with the same short name"
        value={plan.sameNames}
        options={[
          { value: "", label: "Choose…" },
          { value: "first", label: "Import the first of each" },
          { value: "random", label: "Give the others a random short name" },
        ]}
        onChange={({ currentTarget }) => onPlan({ ...plan, sameNames: currentTarget.value as Plan["sameNames"] })}
      />
    </>
  )
}

function HostFields({ file, plan, questions: { hosts }, own, onPlan }: Omit<Props, "same">) {
  const choose = (host: string, domain: string) => onPlan({ ...plan, domains: { ...plan.domains, [host]: domain } })
  const options = useDomainOptions()
  const others = saysDefault(hosts, own)
  return (
    <>
      {own.length > 0 &&
        [...(hasBareLinks(file, plan.choices) ? [""] : []), ...hosts]
          .slice(0, mostHosts)
          .map((host) => (
            <SelectField
              key={host}
              label={host === "" ? "Links without a domain" : `Links on ${host}`}
              value={plan.domains[host] ?? ""}
              options={options}
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
