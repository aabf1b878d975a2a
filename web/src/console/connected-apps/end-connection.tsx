import { Unfold } from "../../kit/unfold.tsx"
import { useChange } from "../ask.ts"
import { ActionForm } from "../ui/form.tsx"
import type { ListedConnection } from "./connection-facts.tsx"

const stale = ["list-connections", "list-workspace-connections", "get-connection", "list-audit-entries"] as const

interface Props {
  connection: ListedConnection
  /** Ends it in this workspace only, or everywhere. */
  action: "end-workspace-connection" | "revoke-connection"
}

export function EndConnection({ connection: { id, reach, clientName }, action }: Props) {
  const isHere = action === "end-workspace-connection"
  const isHereAlone = isHere && reach === "every"
  const end = useChange(action, { makesStale: stale, isForm: true, says: "App disconnected" })
  return (
    <Unfold label={isHereAlone ? "Disconnect from this workspace" : "Disconnect"} about={clientName}>
      <p>
        {isHereAlone
          ? "The app keeps access to other workspaces."
          : "The app loses access immediately. Its content stays."}
      </p>
      <ActionForm change={end} submit="Disconnect app" tone="danger" toInput={() => ({ id })} />
    </Unfold>
  )
}

interface OlderProps {
  newest: ListedConnection
  count: number
  action: "end-older-workspace-connections" | "revoke-older-connections"
}

/** Ends all connections of an app but the newest, after a confirmation. */
export function EndOlder({ newest: { id, clientName }, count, action }: OlderProps) {
  const end = useChange(action, {
    makesStale: stale,
    isForm: true,
    says: "Older connections removed",
  })
  if (count === 0) return null
  return (
    <Unfold label={count === 1 ? "Remove older connection" : `Remove ${count} older connections`} about={clientName}>
      <p>The newest connection is kept.</p>
      <ActionForm
        change={end}
        submit={count === 1 ? "Remove connection" : "Remove connections"}
        tone="danger"
        toInput={() => ({ id })}
      />
    </Unfold>
  )
}
