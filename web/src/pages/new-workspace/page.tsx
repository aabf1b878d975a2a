import type { NewWorkspaceData } from "../../../../server/src/contract/pages/new-workspace.ts"
import { Button } from "../../kit/button.tsx"
import { TextField } from "../../kit/field.tsx"
import { FormRefusal, refusalAt } from "../../kit/form-refusal.tsx"
import { Frame } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { Panel } from "../../kit/panel.tsx"
import { Stack } from "../../kit/stack.tsx"
import { TokenForm } from "../../kit/token-form.tsx"

export function Page({ form, returnTo, refusal }: NewWorkspaceData) {
  return (
    <Frame width="narrow">
      <Panel label="New workspace">
        <Heading>New workspace</Heading>
        <FormRefusal refusal={refusal} fields={["name", "slug"]} />
        <WorkspaceForm {...{ form, returnTo, refusal }} />
      </Panel>
    </Frame>
  )
}

function WorkspaceForm({ form, returnTo, refusal }: NewWorkspaceData) {
  return (
    <TokenForm form={form} hidden={returnTo === null ? {} : { return_to: returnTo }}>
      <Stack>
        <TextField
          label="Name"
          name="name"
          dir="auto"
          defaultValue={form.name}
          data-names
          autoComplete="organization"
          fieldSize="lg"
          required
          maxLength={80}
          autoFocus={refusal === null}
          {...refusalAt(refusal, "name")}
        />
        <TextField
          label="Workspace URL"
          description="3 to 32 lowercase letters, digits or hyphens."
          name="slug"
          defaultValue={form.slug}
          data-follows
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          fieldSize="lg"
          required
          {...refusalAt(refusal, "slug")}
        />
        <Button type="submit" size="lg" isWide>
          Create workspace
        </Button>
      </Stack>
    </TokenForm>
  )
}
