import { useHouse } from "../../kit/house.tsx"
import { Section } from "../../kit/section.tsx"
import { Facts } from "../ui/facts.tsx"
import type { AssistantSettingsAnswer } from "./words.ts"

type Spent = AssistantSettingsAnswer["spent"]["own"]

export function Used({
  own,
  workspace,
  model,
  keptDays,
}: AssistantSettingsAnswer["spent"] & Pick<AssistantSettingsAnswer, "model" | "keptDays">) {
  return (
    <Section title="What was used" below="In tokens, the pieces of words that models count. Days and months are UTC.">
      <Meter label="You, today" {...own} />
      {workspace && <Meter label="This workspace, this month" {...workspace} />}
      <Facts
        facts={[
          ["Model", model.isModel ? model.name : "None is connected: it understands a few sentences."],
          ["Conversations", `Only you read yours. They go after resting for ${keptDays} days.`],
        ]}
      />
    </Section>
  )
}

function Meter({ label, tokens, most, micros }: Spent & { label: string }) {
  const { locale } = useHouse()
  const number = new Intl.NumberFormat(locale)
  const dollars = new Intl.NumberFormat(locale, { style: "currency", currency: "USD" })
  const cost = micros === null ? "" : `, ${dollars.format(micros / 1_000_000)}`
  return (
    <div className="meter">
      <span>{label}</span>
      <span>
        {number.format(tokens)} of {number.format(most)}
        {cost}
      </span>
      <meter aria-label={label} min={0} max={most} value={tokens} high={most * 0.9} />
    </div>
  )
}
