import { Link as RouterLink } from "@tanstack/react-router"
import { Button } from "../../kit/button.tsx"
import { Section } from "../../kit/section.tsx"
import { useRead } from "../ask.ts"
import { View as Frame } from "../ui/page.tsx"
import { AddressButton } from "../ui/panels/address-button.tsx"
import { SidePanel } from "../ui/panels/panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import { DayBars, type Outcomes } from "./day-bars.tsx"
import { Deliveries } from "./deliveries.tsx"
import { DeliverySheet } from "./delivery-sheet.tsx"
import { EditEndpoint } from "./edit-endpoint.tsx"
import { EndpointFacts } from "./endpoint-facts.tsx"
import { endpointName, type ListedEndpoint } from "./stale-webhooks.ts"
import { Standing } from "./standing.tsx"
import { SwitchOn } from "./switch-on.tsx"
import { TestForm, useTest } from "./test-form.tsx"
import type { EventTypes } from "./types-fields.tsx"

interface Props {
  endpoint: ListedEndpoint
  types: EventTypes
  outcomes: Outcomes | undefined
}

/** An endpoint: its problem, its last day, its settings and its deliveries. */
export function EndpointPage({ endpoint, types, outcomes }: Props) {
  const { id, host, disabledAt } = endpoint
  return (
    <Frame
      title={endpointName(endpoint)}
      below={
        <>
          <RouterLink to="/settings/webhooks">Webhooks</RouterLink> · {host}
        </>
      }
      actions={<Actions isOn={disabledAt === null} />}
    >
      <div className="webhooks">
        <Standing endpoint={endpoint}>
          <Remedy endpoint={endpoint} />
        </Standing>
        <Section title="Last 24 hours">
          {outcomes && <DayBars {...outcomes} />}
          <Backlog id={id} />
        </Section>
        <Section title="Endpoint">
          <EndpointFacts endpoint={endpoint} />
        </Section>
        <Deliveries id={id} mayRepeat={disabledAt === null && endpoint.confirmedAt !== null} />
        <Panels endpoint={endpoint} types={types} />
      </div>
    </Frame>
  )
}

function Actions({ isOn }: { isOn: boolean }) {
  return (
    <>
      <AddressButton variant="default" label="Edit" to={{ panel: "edit" }} />
      {isOn && <AddressButton label="Send test" to={{ panel: "test" }} />}
    </>
  )
}

function Panels({ endpoint, types }: Omit<Props, "outcomes">) {
  const { search, go } = useAddress()
  const close = () => go({ panel: undefined, event: undefined })
  if (search.event) return <DeliverySheet endpoint={endpoint} eventId={search.event} onClose={close} />
  if (search.panel === "edit") {
    return (
      <SidePanel title="Edit endpoint" onClose={close}>
        <EditEndpoint endpoint={endpoint} types={types} onDone={close} />
      </SidePanel>
    )
  }
  if (search.panel !== "test" || endpoint.disabledAt !== null) return null
  return (
    <SidePanel title="Send test" onClose={close}>
      <TestForm endpoint={endpoint} types={types} onDone={close} />
    </SidePanel>
  )
}

/** What to do about the problem that the notice above names. */
function Remedy({ endpoint }: { endpoint: ListedEndpoint }) {
  const test = useTest(() => {})
  if (endpoint.disabledFor === "listener") return null
  if (endpoint.disabledAt !== null) return <SwitchOn id={endpoint.id} />
  if (endpoint.confirmedAt !== null) return null
  return (
    <div className="remedy">
      <Button
        size="sm"
        variant="default"
        isBusy={test.isPending}
        onClick={() => test.mutate({ id: endpoint.id, type: "webhook.test" })}
      >
        Send webhook.test
      </Button>
    </div>
  )
}

function Backlog({ id }: { id: string }) {
  const { data } = useRead("get-endpoint-backlog", { id })
  if (!data || data.open + data.behind === 0) return null
  return <p className="plain muted small">{`${backlogInWords(data)} to be sent.`}</p>
}

function backlogInWords({ open, behind, isCut }: { open: number; behind: number; isCut: boolean }): string {
  const count = open + behind
  if (count === 1 && !isCut) return "1 event waits"
  return `${isCut ? "More than " : ""}${count.toLocaleString()} events wait`
}
