import { Button } from "@mantine/core"
import { Section } from "../../kit/section.tsx"
import { WorkspaceRows } from "../../kit/workspace-rows.tsx"
import type { PageData } from "../../page-data.ts"
import styles from "./your-workspaces.module.css"

interface Props {
  workspaces: NonNullable<PageData["home"]["workspaces"]>
}

/** Where somebody who is signed in goes on. */
export function YourWorkspaces({ workspaces }: Props) {
  return (
    <div className={styles.yours}>
      <Section
        title="Your workspaces"
        below={workspaces.length === 0 && "You belong to none yet. Make your first one."}
      >
        <WorkspaceRows workspaces={workspaces} />
        <div>
          <Button component="a" href="/workspaces/new" variant="default">
            New workspace
          </Button>
        </div>
      </Section>
    </div>
  )
}
