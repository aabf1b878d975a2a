import { Button, ButtonLink } from "../../kit/button.tsx"
import styles from "./decision.module.css"

interface Props {
  /** False if the person has no workspace: then they can create one first. */
  canAllow: boolean
  newWorkspacePath: string
}

/**
 * The two answers, sticky at the window's lower edge. Deny comes first, because Enter in a field presses the first
 * button and must never allow.
 */
export function Decision({ canAllow, newWorkspacePath }: Props) {
  return (
    <div className={`wrap gap-3 ${styles.decision}`} data-decides>
      <Button type="submit" name="decision" value="deny" size="lg" variant="default" formNoValidate>
        Deny
      </Button>
      {canAllow ? (
        <Button type="submit" name="decision" value="allow" size="lg">
          Allow
        </Button>
      ) : (
        <ButtonLink href={newWorkspacePath} size="lg">
          Create workspace
        </ButtonLink>
      )}
    </div>
  )
}
