import type { ConsentPageData, DecidedData, LeadsData } from "../../../../server/src/contract/pages/consent.ts"
import { areaWords } from "../../../../server/src/contract/words.ts"
import { ButtonLink } from "../../kit/button.tsx"
import { Frame, Heading } from "../../kit/frame.tsx"
import { useHouse } from "../../kit/house.tsx"
import { Panel } from "../../kit/panel.tsx"
import { Asks } from "./asks.tsx"

export function Page(data: ConsentPageData) {
  return <Frame width="narrow">{partOf(data)}</Frame>
}

function partOf(data: ConsentPageData) {
  if (data.step === "leads") return <Leads {...data} />
  return data.step === "decided" ? <Decided {...data} /> : <Asks {...data} />
}

function Leads({ title, address, redirectHost, isLocal }: LeadsData) {
  return (
    <Panel label={title}>
      <Heading below={isLocal ? "Returning to the app on this computer…" : `Returning to ${redirectHost}…`}>
        {title}
      </Heading>
      <ButtonLink href={address} isWide>
        Continue to {redirectHost}
      </ButtonLink>
    </Panel>
  )
}

const words: Record<DecidedData["state"], (client: string, brand: string) => [title: string, below: string]> = {
  connected: (client, brand) => ["Connected", `${client} has access to ${brand}. Go back to the app.`],
  allowed: () => ["Access allowed", "Go back to the app. If it still isn’t connected, connect again from there."],
  ended: (client, brand) => ["Disconnected", `${client} no longer has access to ${brand}.`],
  denied: () => ["Access denied", "Nothing was connected. To change that, connect again from the app."],
}

function Decided({ state, clientName, connectionPath }: DecidedData) {
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
