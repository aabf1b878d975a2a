import type { ConsentData } from "../../../../server/src/contract/pages/consent.ts"
import { roleWords } from "../../../../server/src/contract/words.ts"
import { Choice, SelectField } from "../../kit/field.tsx"
import { Stack } from "../../kit/stack.tsx"
import styles from "./reach.module.css"

type Props = Pick<ConsentData, "workspaces" | "workspace" | "reach" | "scopes">

/** Chooses the workspaces of the consent: only one, or all of them with a default. */
export function Reach({ workspaces, workspace, reach, scopes }: Props) {
  const [only, ...others] = workspaces
  const isViewer = workspaces.some(({ role }) => role === "viewer")
  const wantsToWrite = scopes.some(({ scope }) => scope.endsWith(":write"))
  return (
    <Stack>
      <OneOrEvery reach={reach} only={others.length === 0 ? only : undefined} />
      {others.length === 0 ? (
        <input type="hidden" name="workspace" value={only?.slug} />
      ) : (
        <SelectField
          name="workspace"
          label="Workspace"
          description="With all workspaces, this is the default."
          defaultValue={workspace}
          options={workspaces.map(({ slug, name, role }) => ({
            value: slug,
            label: `${name} (${slug}), ${roleWords[role]}`,
          }))}
        />
      )}
      <p className="muted small">
        {others.length === 0 && only && `Your role: ${roleWords[only.role]}. `}
        {isViewer && wantsToWrite && "Read-only where you're a viewer."}
      </p>
    </Stack>
  )
}

function OneOrEvery({ reach, only }: Pick<Props, "reach"> & { only: Props["workspaces"][number] | undefined }) {
  return (
    <div className={`stack gap-2 ${styles.choices}`} role="radiogroup" aria-label="Workspaces">
      <Choice
        type="radio"
        name="reach"
        value="one"
        defaultChecked={reach === "one"}
        label={only ? `Only ${only.name}` : "One workspace"}
      />
      <Choice
        type="radio"
        name="reach"
        value="every"
        defaultChecked={reach === "every"}
        label="All my workspaces, including future ones"
      />
    </div>
  )
}
