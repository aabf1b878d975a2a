import { useState } from "react"
import { Choice } from "../../kit/field.tsx"
import { groupBy } from "../../kit/newer-functions.ts"
import type { AnswerOf } from "../calls.ts"
import { Fold } from "../ui/fold.tsx"

export type EventTypes = AnswerOf<"list-endpoints">["types"]

interface Props {
  types: EventTypes
  /** The types that are chosen at first. */
  chosen: readonly string[]
}

/** Chooses all events, or types by family. `chosenTypes` reads the fields. */
export function TypesFields({ types, chosen }: Props) {
  const [isAll, setAll] = useState(chosen.includes("*"))
  const families = groupBy(types, ({ type }) => familyOf(type))
  return (
    <fieldset className="types stack one-column gap-3 shrinks">
      <legend>Events</legend>
      <Choice
        type="radio"
        name="which"
        value="all"
        label="All events"
        description="Also types that later versions add."
        checked={isAll}
        onChange={() => setAll(true)}
      />
      <Choice
        type="radio"
        name="which"
        value="some"
        label="Only some"
        checked={!isAll}
        onChange={() => setAll(false)}
      />
      {!isAll &&
        [...families].map(([family, its]) => <Family key={family} name={family} types={its} chosen={chosen} />)}
    </fieldset>
  )
}

function Family({ name, types, chosen }: Props & { name: string }) {
  const count = types.filter(({ type }) => chosen.includes(type)).length
  const words = name.replaceAll("_", " ")
  return (
    <Fold label={`${words.charAt(0).toUpperCase()}${words.slice(1)} (${types.length})`} isOpen={count > 0}>
      {types.map(({ type, sentence }) => (
        <Choice
          key={type}
          type="checkbox"
          name={`type ${type}`}
          label={type}
          description={sentence}
          defaultChecked={chosen.includes(type)}
        />
      ))}
    </Fold>
  )
}

const familyOf = (type: string) => type.split(".")[0] ?? type

export function chosenTypes(fields: Record<string, string>): string[] {
  if (fields.which === "all") return ["*"]
  return Object.keys(fields).flatMap((name) => (name.startsWith("type ") ? [name.slice(5)] : []))
}
