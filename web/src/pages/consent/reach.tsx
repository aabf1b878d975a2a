import type { ConsentData } from "../../../../server/src/contract/pages/consent.ts"
import { Choice, SelectField } from "../../kit/field.tsx"
import { roleInWords } from "../../kit/role.ts"
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
          description="With every workspace, the one that it acts in unless it is told another."
          defaultValue={workspace}
          options={workspaces.map(({ slug, name, role }) => ({
            value: slug,
            label: `${name} (${slug}), ${role}`,
          }))}
        />
      )}
      <p className={styles.note}>
        {others.length === 0 && only && `You are ${roleInWords(only.role)} there. `}
        {isViewer && wantsToWrite && "Where you are a viewer it can only read, until your role is changed."}
      </p>
    </Stack>
  )
}

function OneOrEvery({ reach, only }: Pick<Props, "reach"> & { only: Props["workspaces"][number] | undefined }) {
  return (
    <div className={styles.choices} role="radiogroup" aria-label="Where it may act">
      <Choice
        type="radio"
        name="reach"
        value="one"
        defaultChecked={reach === "one"}
        label={only ? `Only in ${only.name}` : "Only in one workspace"}
      />
      <Choice
        type="radio"
        name="reach"
        value="every"
        defaultChecked={reach === "every"}
        label="In every workspace that I belong to, now and later"
      />
    </div>
  )
}
