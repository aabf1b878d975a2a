import { Unfold } from "../../kit/unfold.tsx"
import { ActionForm } from "../ui/form.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
import type { ListedConnection } from "./connection-facts.tsx"

const stale = ["list-connections", "list-workspace-connections", "get-connection", "list-audit-entries"] as const

interface Props {
  connection: ListedConnection
  /** Ends it in this workspace only, or everywhere. */
  action: "end-workspace-connection" | "revoke-connection"
}

/** Ends a connection after a confirmation. */
export function EndConnection({ connection: { id, reach, clientName }, action }: Props) {
  const isHere = action === "end-workspace-connection"
  const isHereAlone = isHere && reach === "every"
  const end = useChange(action, {
    makesStale: stale,
    isForm: true,
    onDone: () => toast({ tone: "good", title: isHere ? "The connection is ended here." : "The connection is ended." }),
  })
  return (
    <Unfold label={isHereAlone ? "End it in this workspace" : "End this connection"} about={clientName}>
      <p>
        {isHereAlone
          ? "It stops here at once, and keeps the other workspaces. What it made stays."
          : "It stops at once. What it made stays. To use the app again, it is connected anew."}
      </p>
      <ActionForm change={end} submit="Yes, end it" tone="danger" toInput={() => ({ id })} />
    </Unfold>
  )
}

interface OlderProps {
  newest: ListedConnection
  /** The number of older connections. */
  count: number
  action: "end-older-workspace-connections" | "revoke-older-connections"
}

/** Ends all connections of an app but the newest, after a confirmation. */
export function EndOlder({ newest: { id, clientName }, count, action }: OlderProps) {
  const end = useChange(action, {
    makesStale: stale,
    isForm: true,
    onDone: () => toast({ tone: "good", title: "Only the newest connection is left." }),
  })
  if (count === 0) return null
  return (
    <Unfold label={count === 1 ? "End the older one" : `End the ${count} older ones`} about={clientName}>
      <p>The newest connection stays.</p>
      <ActionForm
        change={end}
        submit={count === 1 ? "Yes, end it" : "Yes, end them"}
        tone="danger"
        toInput={() => ({ id })}
      />
    </Unfold>
  )
}
