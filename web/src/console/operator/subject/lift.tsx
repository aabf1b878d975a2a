import { Button } from "../../../kit/button.tsx"
import { useChange } from "../../use-change.ts"
import { aboutSuspensions, type ReportSubject } from "./subject.ts"

export function Lift({
  subject: { kind, id },
  onDone,
}: {
  subject: Pick<ReportSubject, "kind" | "id">
  onDone(): void
}) {
  const lift = useChange("lift-suspension", {
    makesStale: aboutSuspensions,
    says: "Unsuspended. Members are notified by email.",
    onDone,
  })
  return (
    <div>
      <Button isBusy={lift.isPending} onClick={() => lift.mutate({ kind, id })}>
        {`Unsuspend ${kind}`}
      </Button>
    </div>
  )
}
