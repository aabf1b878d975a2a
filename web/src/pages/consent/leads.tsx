import type { LeadsData } from "../../../../server/src/contract/pages/consent.ts"
import { ButtonLink } from "../../kit/button.tsx"
import { Heading } from "../../kit/heading.tsx"
import { Panel } from "../../kit/panel.tsx"

export function Leads({ title, address, redirectHost, isLocal }: LeadsData) {
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
