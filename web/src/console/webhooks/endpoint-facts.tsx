import { useState } from "react"
import { Unfold } from "../../kit/unfold.tsx"
import { When } from "../../kit/when.tsx"
import { stale, useChange } from "../ask.ts"
import { toast } from "../toast.ts"
import { Copied } from "../ui/copied.tsx"
import { ActionForm, ChangeButton } from "../ui/form.tsx"
import { useAddress } from "../ui/use-address.ts"
import { Facts } from "../ui/values/facts.tsx"
import { typesInWords } from "./endpoint-section.tsx"
import { endpointName, type ListedEndpoint } from "./listed-endpoint.ts"

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
    makesStale: [...stale.endpoints, ...stale.deliveries],
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

/** The signing secret: revealed by a press, and replaced. */
function Secret({ endpoint }: { endpoint: ListedEndpoint }) {
  const { id, oldUntil } = endpoint
  const [secret, setSecret] = useState<string>()
  const reveal = useChange("reveal-endpoint-secret", { makesStale: [], onDone: ({ secret }) => setSecret(secret) })
  const rotate = useChange("rotate-endpoint-secret", {
    makesStale: stale.endpoints,
    isForm: true,
    onDone: ({ secret }) => {
      setSecret(secret)
      toast({ title: "Secret replaced", text: "Both secrets sign for 24 hours." })
    },
  })
  return (
    <div className="stack one-column gap-3 shrinks">
      {secret && <Copied text={secret} />}
      {oldUntil !== null && oldUntil > Date.now() && (
        <p className="plain muted small">
          Both secrets sign until <When at={oldUntil} />.
        </p>
      )}
      <div className="wrap top gap-3">
        {!secret && <ChangeButton size="sm" variant="default" label="Reveal secret" change={reveal} input={{ id }} />}
        <Unfold label="Replace secret" about={endpointName(endpoint)}>
          <p>Requests are signed with both secrets for 24 hours. Give the new one to your receiver in that time.</p>
          <ActionForm change={rotate} submit="Replace secret" tone="default" toInput={() => ({ id })} />
        </Unfold>
      </div>
    </div>
  )
}
