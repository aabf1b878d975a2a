import type { DecidedData } from "../../../../server/src/contract/pages/consent.ts"
import { areaWords } from "../../../../server/src/contract/words.ts"
import { ButtonLink } from "../../kit/button.tsx"
import { Heading } from "../../kit/heading.tsx"
import { useHouse } from "../../kit/house.tsx"
import { Panel } from "../../kit/panel.tsx"

const words: Record<DecidedData["state"], (client: string, brand: string) => [title: string, below: string]> = {
  connected: (client, brand) => ["Connected", `${client} has access to ${brand}. Go back to the app.`],
  allowed: () => ["Access allowed", "Go back to the app. If it still isn’t connected, connect again from there."],
  ended: (client, brand) => ["Disconnected", `${client} no longer has access to ${brand}.`],
  denied: () => ["Access denied", "Nothing was connected. To change that, connect again from the app."],
}

export function Decided({ state, clientName, connectionPath }: DecidedData) {
  const { brandName } = useHouse()
  const [title, below] = words[state](clientName, brandName)
  return (
    <Panel label={title}>
      <Heading below={below}>{title}</Heading>
      <ButtonLink href={connectionPath ?? "/account/connections"} variant="default" isWide>
        {connectionPath === null ? areaWords.connectedApps : "View connection"}
      </ButtonLink>
    </Panel>
  )
}
