import { useMemo } from "react"
import { Button } from "../../../kit/button.tsx"
import { Choice as Checkbox, SelectField } from "../../../kit/field.tsx"
import { Notice } from "../../../kit/notice.tsx"
import { linkColumnNames } from "../link-table.ts"
import type { ColumnChoice } from "./choose-columns.ts"
import { PlanQuestions } from "./plan-questions.tsx"
import { sameNamesOf } from "./short-names.ts"
import { type Plan, questionsOf } from "./to-import-rows.ts"
import { type Chosen, howMany } from "./use-import.ts"

interface Props {
  chosen: Chosen
  own: readonly string[]
  onPlan(plan: Plan): void
  onCheck(): void
  onOther(): void
}

/** Asks for the meaning of each column, and for everything else that the file leaves open. */
export function ColumnStep({ chosen, own, onPlan, onCheck, onOther }: Props) {
  const { file, plan } = chosen
  const { questions, same, isReady } = useQuestions(chosen, own)
  return (
    <>
      <div>
        <strong>{file.name}</strong>: {howMany(file.rows.length, "row")}
      </div>
      <DestinationQuestion header={file.header} choices={plan.choices} open={questions.destinations} />
      <ColumnFields file={file} plan={plan} onPlan={onPlan} />
      <PlanQuestions {...{ file, plan, questions, same, own, onPlan }} />
      <Checkbox
        type="checkbox"
        label="Pass query parameters for all links"
        checked={plan.passesQuery}
        onChange={({ currentTarget }) => onPlan({ ...plan, passesQuery: currentTarget.checked })}
      />
      <div className="wrap gap-2">
        <Button disabled={!isReady} onClick={onCheck}>
          Check {howMany(file.rows.length, "row")}
        </Button>
        <Button variant="default" onClick={onOther}>
          Choose another file
        </Button>
      </div>
    </>
  )
}

function useQuestions({ file, plan, hasNames }: Chosen, own: readonly string[]) {
  const domains = own.join(" ")
  const questions = useMemo(
    () => questionsOf(file, plan.choices, { own: domains.split(" "), hasNames }),
    [file, plan.choices, domains, hasNames],
  )
  const { choices, domains: ofHosts } = plan
  const same = useMemo(
    () => sameNamesOf(file, { choices, domains: ofHosts }, domains.split(" ")),
    [file, choices, ofHosts, domains],
  )
  const isReady =
    plan.choices.includes("destination") &&
    questions.dates.every(({ at }) => plan.orders[at]) &&
    (questions.newNames === 0 || plan.makesNames) &&
    (same.length === 0 || plan.sameNames !== "")
  return { questions, same, isReady }
}

/** A field for each column, below it three of its values. */
function ColumnFields({ file, plan, onPlan }: Pick<Chosen, "file" | "plan"> & Pick<Props, "onPlan">) {
  const choose = (at: number, choice: ColumnChoice) =>
    onPlan({ ...plan, choices: withChoice(plan.choices, at, choice), makesNames: false })
  return file.header.map((name, at) => (
    <SelectField
      // biome-ignore lint/suspicious/noArrayIndexKey: a file's columns stay in their order, and their names may repeat
      key={at}
      label={name}
      description={<bdi>{valuesOf(file.rows, at)}</bdi>}
      value={plan.choices[at]}
      options={plan.choices[at] === "ask" ? [{ value: "ask", label: "Choose…" }, ...options] : options}
      onChange={({ currentTarget }) => choose(at, currentTarget.value as ColumnChoice)}
    />
  ))
}

const options = [
  { value: "", label: "Leave out" },
  ...Object.entries(linkColumnNames).map(([value, label]) => ({ value, label })),
]

/** A meaning belongs to one column. The chosen destination answers the question about it. */
function withChoice(choices: readonly ColumnChoice[], at: number, choice: ColumnChoice): ColumnChoice[] {
  const isFree = (other: ColumnChoice) => other !== choice && !(choice === "destination" && other === "ask")
  return choices.map((other, place) => (place === at ? choice : isFree(other) ? other : ""))
}

function valuesOf(rows: Chosen["file"]["rows"], at: number): string {
  const filled = rows.map(({ cells }) => cells[at]?.trim() ?? "").filter(Boolean)
  const shown = [...new Set(filled)].slice(0, 3).map((text) => (text.length > 60 ? `${text.slice(0, 59)}…` : text))
  return shown.join(" · ") || "Empty"
}

interface DestinationProps {
  header: readonly string[]
  choices: readonly ColumnChoice[]
  open: readonly number[]
}

function DestinationQuestion({ header, choices, open }: DestinationProps) {
  if (choices.includes("destination")) return null
  const names = open.map((at) => `“${header[at]}”`).join(" and ")
  return (
    <Notice tone="note" title="Which column is the destination?">
      {open.length > 1 ? `${names} could both be the URL that visitors are sent to.` : "Choose “Destination” for it."}
    </Notice>
  )
}
