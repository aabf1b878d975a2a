import type { ConnectionsData } from "../../../../server/src/surfaces/pages/connections/data.ts"
import { Button } from "../../kit/button.tsx"
import { TokenForm } from "../../kit/token-form.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import { When } from "../../kit/when.tsx"
import styles from "./ending.module.css"

type Props = ConnectionsData["apps"][number]["connections"][number]

const reasons: Record<string, string> = {
  revoked: "You ended it.",
  ended_by_admin: "An admin of the workspace ended it.",
  no_longer_member: "Ended: no longer a member. Somebody who leaves a workspace takes their apps along.",
  expired: "It was not used for too long.",
  code_replayed: "It was ended because its code was used twice. Somebody may have copied it.",
  refresh_token_reused: "It was ended because a used token came again. Somebody may have copied it.",
}

/** Ends a connection, after a second step; or says when and why it ended. */
export function Ending({ clientName, end, endedAt, endedReason }: Props) {
  if (!end) {
    return (
      <p className={styles.ended}>
        {reasons[endedReason ?? ""] ?? "It has ended."} {endedAt !== null && <When at={endedAt} />}
      </p>
    )
  }
  return (
    <Unfold label="End this connection" about={clientName}>
      <p>It stops at once. What it made stays. To use the app again, it is connected anew.</p>
      <TokenForm form={end}>
        <Button type="submit" className={styles.button}>
          Yes, end it
        </Button>
      </TokenForm>
    </Unfold>
  )
}
