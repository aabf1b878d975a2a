import { ActionForm } from "../ui/form.tsx"
import { useChange } from "../use-change.ts"
import { EndpointFields } from "./new-endpoint.tsx"
import { type ListedEndpoint, staleEndpoints } from "./stale-webhooks.ts"
import { chosenTypes, type EventTypes, TypesFields } from "./types-fields.tsx"

interface Props {
  endpoint: ListedEndpoint
  types: EventTypes
  onDone(): void
}

export function EditEndpoint({ endpoint: { id, url, description, types: chosen }, types, onDone }: Props) {
  const edit = useChange("change-endpoint", {
    makesStale: staleEndpoints,
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
