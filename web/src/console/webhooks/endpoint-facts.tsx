import { Unfold } from "../../kit/unfold.tsx"
import { When } from "../../kit/when.tsx"
import { ChangeButton } from "../ui/change-button.tsx"
import { Copied } from "../ui/copied.tsx"
import { ActionForm } from "../ui/form.tsx"
import { toast } from "../ui/toast.ts"
import { useAddress } from "../ui/use-address.ts"
import { Facts } from "../ui/values/facts.tsx"
import { useChange } from "../use-change.ts"
import { typesInWords } from "./endpoint-section.tsx"
import { Secret } from "./secret.tsx"
import { endpointName, type ListedEndpoint, staleDeliveries, staleEndpoints } from "./stale-webhooks.ts"

/** An endpoint's settings and keys, and how to end it. */
export function EndpointFacts({ endpoint }: { endpoint: ListedEndpoint }) {
  const { url, types, publicKey, version, createdAt, disabledAt } = endpoint
  return (
    <>
      <Facts
        facts={[
          ["URL", <code key="url">{url}</code>],
          ["Events", types.length > 1 ? types.join(", ") : typesInWords(types)],
          ["Format", version],
          ["Added", <When key="added" at={createdAt} />],
        ]}
      />
      <div className="key stack one-column gap-2 shrinks">
        <h3>Public key</h3>
        <Copied text={publicKey} />
      </div>
      <div className="key stack one-column gap-2 shrinks">
        <h3>Secret</h3>
        <Secret endpoint={endpoint} />
      </div>
      <div className="wrap top gap-3">
        {disabledAt === null && <SwitchOff endpoint={endpoint} />}
        <Remove endpoint={endpoint} />
      </div>
    </>
  )
}

function SwitchOff({ endpoint: { id } }: { endpoint: ListedEndpoint }) {
  const switchOff = useChange("switch-off-endpoint", {
    makesStale: [...staleEndpoints, ...staleDeliveries],
    onDone: () => toast({ title: "Endpoint is off", text: "Events that it misses are kept for 30 days." }),
  })
  return <ChangeButton size="sm" variant="default" label="Switch off" change={switchOff} input={{ id }} />
}

function Remove({ endpoint }: { endpoint: ListedEndpoint }) {
  const { id } = endpoint
  const { go } = useAddress()
  const remove = useChange("remove-endpoint", {
    makesStale: ["list-endpoints"],
    isForm: true,
    onDone: () => {
      go({ open: undefined, panel: undefined, event: undefined, outcome: undefined })
      toast({ title: `${endpointName(endpoint)} removed` })
    },
  })
  return (
    <Unfold label="Remove" about={endpointName(endpoint)}>
      <p>Deletes the endpoint, its secret and its deliveries. Events that wait are not sent.</p>
      <ActionForm change={remove} submit="Remove endpoint" tone="danger" toInput={() => ({ id })} />
    </Unfold>
  )
}
