import type { ConsentData } from "../../../../server/src/contract/pages/consent.ts"
import { areaWords } from "../../../../server/src/contract/words.ts"

/** How long the consent lasts, and how to end it. */
export function Lifetime({ unusedDays, longestDays, connectionsPath }: ConsentData) {
  return (
    <p className="pretty">
      After {longestDays} days, or {unusedDays} days unused. Disconnect anytime in{" "}
      <a href={connectionsPath}>{areaWords.connectedApps}</a>.
    </p>
  )
}
