import { Button } from "@mantine/core"
import { Page } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { Pattern } from "../../kit/pattern.tsx"
import { type PageData, readHouse } from "../../page-data.ts"
import { Capabilities } from "./capabilities.tsx"
import { Demo } from "./demo.tsx"
import styles from "./page.module.css"
import { YourWorkspaces } from "./your-workspaces.tsx"

const whatThereIs = "Short links, docs, a shared drive, everybody’s hours, and paid handovers of files"

/** The front door: what this is, what it does, and where to begin. */
export function HomePage({ baseUrl, demo, workspaces }: PageData["home"]) {
  const { brandName } = readHouse()
  return (
    <Page width="wide" offersSignIn>
      <div className={styles.hero}>
        <div className={styles.words}>
          <Heading below={`${whatThereIs}: one workspace, for people and for the agents they trust.`}>
            The workshop behind the work.
          </Heading>
          <div className={styles.actions}>
            {!workspaces && (
              <Button component="a" href="/workspaces/new" size="lg">
                Make a workspace
              </Button>
            )}
            {demo && (
              <Button component="a" href={demo.payUrl} size="lg" variant={workspaces ? "filled" : "default"}>
                Buy the demo offer
              </Button>
            )}
            <Button component="a" href="/openapi.json" size="lg" variant="default">
              Read the API
            </Button>
          </div>
        </div>
        <div className={styles.pattern}>
          <Pattern text={brandName} tiles={4} />
          <Pattern text={`${brandName} ${brandName}`} tiles={4} />
          <Pattern text="Handover" tiles={4} />
        </div>
      </div>
      {workspaces && <YourWorkspaces workspaces={workspaces} />}
      <Capabilities />
      {demo && <Demo baseUrl={baseUrl} payUrl={demo.payUrl} giftCodes={demo.giftCodes} />}
    </Page>
  )
}
