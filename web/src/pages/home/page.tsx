import type { HomeData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { ButtonLink } from "../../kit/button.tsx"
import { Frame } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { useHouse } from "../../kit/house.tsx"
import { Pattern } from "../../kit/people/pattern.tsx"
import { Capabilities } from "./capabilities.tsx"
import { Demo } from "./demo.tsx"
import { Found } from "./found.tsx"
import styles from "./page.module.css"
import { Pictures } from "./pictures.tsx"
import { YourWorkspaces } from "./your-workspaces.tsx"

export function Page({ baseUrl, demo, workspaces }: HomeData) {
  const { brandName } = useHouse()
  const isMember = workspaces !== null && workspaces.length > 0
  return (
    <Frame width="wide" offersSignIn>
      <div className={`stack middle ${styles.hero}`}>
        <div className={styles.words}>
          <Heading below="One workspace for your team and its agents.">
            Sell files, share links and write together.
          </Heading>
          <Actions isMember={isMember} demo={demo} />
        </div>
        <div className={styles.pattern}>
          <Pattern text={brandName} tiles={4} />
          <Pattern text={`${brandName} ${brandName}`} tiles={4} />
          <Pattern text="Handover" tiles={4} />
        </div>
      </div>
      <Found />
      {isMember && <YourWorkspaces workspaces={workspaces} />}
      <Pictures />
      <Capabilities />
      {demo && <Demo baseUrl={baseUrl} {...demo} />}
    </Frame>
  )
}

function Actions({ isMember, demo }: Pick<HomeData, "demo"> & { isMember: boolean }) {
  return (
    <div className={`wrap gap-3 ${styles.actions}`}>
      {!isMember && (
        <ButtonLink href="/workspaces/new" size="lg">
          Create workspace
        </ButtonLink>
      )}
      {isMember && (
        <ButtonLink href="/workspaces" size="lg">
          Open workspace
        </ButtonLink>
      )}
      {demo && (
        <ButtonLink href={demo.payUrl} size="lg" variant="default">
          Buy demo offer
        </ButtonLink>
      )}
      {!demo && (
        <ButtonLink href="/developers" size="lg" variant="default">
          Developer docs
        </ButtonLink>
      )}
    </div>
  )
}
