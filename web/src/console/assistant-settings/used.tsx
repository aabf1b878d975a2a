import { useHouse } from "../../kit/house.tsx"
import { Section } from "../../kit/section.tsx"
import { Facts } from "../ui/values/facts.tsx"
import type { AssistantSettingsAnswer } from "./words.ts"

type Spent = AssistantSettingsAnswer["spent"]["own"]

export function Used({
  own,
  workspace,
  model,
  keptDays,
}: AssistantSettingsAnswer["spent"] & Pick<AssistantSettingsAnswer, "model" | "keptDays">) {
  return (
    <Section title="Usage" below="Tokens (UTC)">
      <Meter label="You today" {...own} />
      {workspace && <Meter label="Workspace this month" {...workspace} />}
      <Facts
        facts={[
          ["Model", model.kind === "model" ? model.name : "None"],
          ["Conversations", `Private to you. Deleted after ${keptDays} days without activity.`],
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
