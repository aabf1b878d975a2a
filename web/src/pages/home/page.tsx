import { areaWords } from "../../../../server/src/contract/words.ts"
import type { HomeData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { ButtonLink } from "../../kit/button.tsx"
import { Frame, Heading } from "../../kit/frame.tsx"
import { useHouse } from "../../kit/house.tsx"
import { Pattern } from "../../kit/people/pattern.tsx"
import { WorkspaceRows } from "../../kit/people/workspace-rows.tsx"
import { Section } from "../../kit/section.tsx"
import capabilitiesStyles from "./capabilities.module.css"
import { Demo } from "./demo.tsx"
import foundStyles from "./found.module.css"
import styles from "./page.module.css"
import { Pictures } from "./pictures.tsx"
import yourWorkspacesStyles from "./your-workspaces.module.css"

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

/** The panel for results of an agent in the browser. `in-page-tools/front-door.ts` fills it in. */
function Found() {
  return (
    <section
      className={`wrap middle gap-4 plate raised ${foundStyles.found}`}
      data-found
      data-shows-tools
      hidden
      role="status"
      aria-label="Found"
    >
      <img data-found-picture hidden alt="" width={1200} height={630} />
      <div className="breaks">
        <strong data-found-title dir="auto" />
        <p className="muted" data-found-text dir="auto" />
      </div>
      <ButtonLink data-found-link variant="default" href="/">
        Open
      </ButtonLink>
    </section>
  )
}

function YourWorkspaces({ workspaces }: { workspaces: NonNullable<HomeData["workspaces"]> }) {
  return (
    <div className={yourWorkspacesStyles.yours}>
      <Section title="Your workspaces">
        <WorkspaceRows workspaces={workspaces} />
        <div>
          <ButtonLink href="/workspaces/new" variant="default">
            New workspace
          </ButtonLink>
        </div>
      </Section>
    </div>
  )
}

const capabilities = [
  { name: areaWords.availability, text: "See who is around and when you stream." },
  { name: "Chat commands", text: "Look up the commands in your stream’s chat." },
  { name: "Agents", text: "Connect an assistant with the permissions you choose." },
]

function Capabilities() {
  return (
    <dl className={capabilitiesStyles.list}>
      {capabilities.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
