import { Button } from "../../kit/button.tsx"
import { Section } from "../../kit/section.tsx"
import { DayBars, type Outcomes } from "./day-bars.tsx"
import { endpointName, type ListedEndpoint } from "./listed-endpoint.ts"
import { Standing } from "./standing.tsx"

interface Props {
  endpoint: ListedEndpoint
  outcomes: Outcomes | undefined
  onOpen(): void
}

export function EndpointSection({ endpoint, outcomes, onOpen }: Props) {
  const { host, types, description } = endpoint
  return (
    <Section
      title={endpointName(endpoint)}
      below={description ? `${host} · ${typesInWords(types)}` : typesInWords(types)}
    >
      <Standing endpoint={endpoint} />
      <div className="wrap middle between gap-3">
        {outcomes && <DayBars {...outcomes} />}
        <Button size="sm" variant="default" onClick={onOpen} aria-label={`View ${endpointName(endpoint)}`}>
          View
        </Button>
      </div>
    </Section>
  )
}

export function typesInWords(types: readonly string[]): string {
  if (types.includes("*")) return "All events"
  return types.length === 1 ? `${types[0]}` : `${types.length} types of events`
}
