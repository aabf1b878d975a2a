import { Link as RouterLink } from "@tanstack/react-router"
import { Choice } from "../../kit/field.tsx"
import { Section } from "../../kit/section.tsx"
import { stale, useChange, useRead } from "../ask.ts"
import { ActionForm, SmallChange } from "../ui/form.tsx"
import { View as Frame } from "../ui/page.tsx"
import { AddressButton, SidePanel } from "../ui/panels/panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import { DayBars, type Outcomes } from "./day-bars.tsx"
import { Deliveries } from "./deliveries.tsx"
import { DeliverySheet } from "./delivery-sheet.tsx"
import { EndpointFacts } from "./endpoint-facts.tsx"
import { endpointName, type ListedEndpoint } from "./listed-endpoint.ts"
import { EndpointFields } from "./new-endpoint.tsx"
import { Standing } from "./standing.tsx"
import { TestForm, useTest } from "./test-form.tsx"
import { chosenTypes, type EventTypes, TypesFields } from "./types-fields.tsx"

interface Props {
  endpoint: ListedEndpoint
  types: EventTypes
  outcomes: Outcomes | undefined
}

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
      <SmallChange label="Send webhook.test" change={test} input={{ id: endpoint.id, type: "webhook.test" }} />
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

interface EditProps {
  endpoint: ListedEndpoint
  types: EventTypes
  onDone(): void
}

function EditEndpoint({ endpoint: { id, url, description, types: chosen }, types, onDone }: EditProps) {
  const edit = useChange("change-endpoint", {
    makesStale: stale.endpoints,
    isForm: true,
    says: "Endpoint saved",
    onDone,
  })
  return (
    <ActionForm
      change={edit}
      submit="Save"
      toInput={({ url = "", description = "", ...rest }) => ({ id, url, description, types: chosenTypes(rest) })}
    >
      <EndpointFields url={url} description={description} />
      <p className="plain muted small">Another URL gets no events until a test has arrived there.</p>
      <TypesFields types={types} chosen={chosen} />
    </ActionForm>
  )
}

/** Switches an endpoint on, with the events that it missed or without them. */
function SwitchOn({ id }: { id: string }) {
  const { data } = useRead("get-endpoint-backlog", { id })
  const missed = data && `${data.isCut ? "More than " : ""}${(data.open + data.behind).toLocaleString()}`
  const switchOn = useChange("switch-on-endpoint", {
    makesStale: [...stale.endpoints, ...stale.deliveries],
    isForm: true,
    says: "Endpoint is on",
  })
  return (
    <div className="remedy">
      <ActionForm change={switchOn} submit="Switch on" tone="default" toInput={({ from }) => ({ id, from })}>
        <Choice
          type="radio"
          name="from"
          value="missed"
          label={missed === undefined ? "Send missed events" : `Send missed events (${missed})`}
          description="In order, for the last 30 days."
          defaultChecked
        />
        <Choice type="radio" name="from" value="now" label="Start from now" description="Missed events are not sent." />
      </ActionForm>
    </div>
  )
}
