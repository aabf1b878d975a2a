import type { HomeData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { ButtonLink } from "../../kit/button.tsx"
import { WorkspaceRows } from "../../kit/people/workspace-rows.tsx"
import { Section } from "../../kit/section.tsx"
import styles from "./your-workspaces.module.css"

interface Props {
  workspaces: NonNullable<HomeData["workspaces"]>
}

/** The workspaces of a signed-in visitor. */
export function YourWorkspaces({ workspaces }: Props) {
  return (
    <div className={styles.yours}>
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
