import { useState } from "react"
import { Unfold } from "../../kit/unfold.tsx"
import { When } from "../../kit/when.tsx"
import { ChangeButton } from "../ui/change-button.tsx"
import { Copied } from "../ui/copied.tsx"
import { ActionForm } from "../ui/form.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
import { endpointName, type ListedEndpoint, staleEndpoints } from "./stale-webhooks.ts"

/** The signing secret: revealed by a press, and replaced. */
export function Secret({ endpoint }: { endpoint: ListedEndpoint }) {
  const { id, oldUntil } = endpoint
  const [secret, setSecret] = useState<string>()
  const reveal = useChange("reveal-endpoint-secret", { makesStale: [], onDone: ({ secret }) => setSecret(secret) })
  const rotate = useChange("rotate-endpoint-secret", {
    makesStale: staleEndpoints,
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
