import { NativeSelect, Radio, Stack } from "@mantine/core"
import { useState } from "react"
import { roleInWords } from "../../kit/role.ts"
import type { PageData } from "../../page-data.ts"
import styles from "./choice.module.css"

type Props = Pick<PageData["consent"], "workspaces" | "workspace" | "reach" | "scopes">

/** Which workspace the agent may act in: one, or every one with one that it acts in unless it is told another. */
export function Choice({ workspaces, workspace, reach, scopes }: Props) {
  const [chosenReach, chooseReach] = useState<string>(reach)
  const [slug, choose] = useState(workspace)
  const [only, ...others] = workspaces
  const options = workspaces.map(({ slug, name }) => ({
    value: slug,
    label: `${name} (${slug})`,
  }))
  const role = workspaces.find((one) => one.slug === slug)?.role ?? ""
  const wantsToWrite = scopes.some(({ scope }) => scope.endsWith(":write"))
  return (
    <Stack gap="md">
      <Radio.Group name="reach" aria-label="Where it may act" value={chosenReach} onChange={chooseReach}>
        <Stack gap="sm">
          <Radio value="one" label={others.length === 0 ? `Only in ${only?.name}` : "Only in one workspace"} />
          <Radio value="every" label="In every workspace that I belong to, now and later" />
        </Stack>
      </Radio.Group>
      {others.length === 0 ? (
        <input type="hidden" name="workspace" value={only?.slug} />
      ) : (
        <NativeSelect
          name="workspace"
          label={chosenReach === "one" ? "Workspace" : "Workspace that it acts in unless it is told another"}
          value={slug}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          data={options}
          size="md"
        />
      )}
      <p className={styles.note}>
        You are {roleInWords(role)} there
        {role === "viewer" && wantsToWrite ? ", so it can only read until your role is changed." : "."}
      </p>
    </Stack>
  )
}
