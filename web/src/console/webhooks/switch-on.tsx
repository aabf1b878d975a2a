import { Choice } from "../../kit/field.tsx"
import { useRead } from "../ask.ts"
import { ActionForm } from "../ui/form.tsx"
import { useChange } from "../use-change.ts"
import { staleDeliveries, staleEndpoints } from "./stale-webhooks.ts"

/** Switches an endpoint on, with the events that it missed or without them. */
export function SwitchOn({ id }: { id: string }) {
  const { data } = useRead("get-endpoint-backlog", { id })
  const missed = data && `${data.isCut ? "More than " : ""}${(data.open + data.behind).toLocaleString()}`
  const switchOn = useChange("switch-on-endpoint", {
    makesStale: [...staleEndpoints, ...staleDeliveries],
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
