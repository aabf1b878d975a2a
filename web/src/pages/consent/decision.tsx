import { Button, ButtonLink } from "../../kit/button.tsx"
import styles from "./decision.module.css"

interface Props {
  /** False where there is no workspace to allow anything in: then one can be made first. */
  canAllow: boolean
  newWorkspacePath: string
}

/**
 * The two answers, side by side, always in sight at the lower edge of the window. Deny comes first, so that Enter in a
 * field never allows.
 */
export function Decision({ canAllow, newWorkspacePath }: Props) {
  return (
    <div className={styles.decision}>
      <Button type="submit" name="decision" value="deny" size="lg" variant="default" formNoValidate>
        Deny
      </Button>
      {canAllow ? (
        <Button type="submit" name="decision" value="allow" size="lg">
          Allow
        </Button>
      ) : (
        <ButtonLink href={newWorkspacePath} size="lg">
          Make a workspace
        </ButtonLink>
      )}
    </div>
  )
}
