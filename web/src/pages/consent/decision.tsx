import { Button } from "../../kit/button.tsx"
import styles from "./decision.module.css"

/**
 * The two answers, side by side, always in sight at the lower edge of the window. Deny comes first, so that Enter in a
 * field never allows.
 */
export function Decision({ canAllow }: { canAllow: boolean }) {
  return (
    <div className={styles.decision}>
      <Button type="submit" name="decision" value="deny" size="lg" variant="default" formNoValidate>
        Deny
      </Button>
      {canAllow && (
        <Button type="submit" name="decision" value="allow" size="lg">
          Allow
        </Button>
      )}
    </div>
  )
}
