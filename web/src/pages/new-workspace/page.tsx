import type { NewWorkspaceData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Button } from "../../kit/button.tsx"
import { TextField } from "../../kit/field.tsx"
import { FormRefusal, refusalAt, TokenForm } from "../../kit/forms/token-form.tsx"
import { Frame, Heading } from "../../kit/frame.tsx"
import { Panel } from "../../kit/panel.tsx"
import { Stack } from "../../kit/stack.tsx"
import styles from "./page.module.css"

export function Page(data: NewWorkspaceData) {
  return (
    <Frame width="narrow">
      <Panel label="New workspace">
        <Heading>New workspace</Heading>
        <FormRefusal refusal={data.refusal} fields={["name", "slug"]} />
        <WorkspaceForm {...data} />
      </Panel>
    </Frame>
  )
}

function WorkspaceForm({ form, host, returnTo, refusal }: NewWorkspaceData) {
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
        <Address {...{ form, host, refusal }} />
        <Button type="submit" size="lg" isWide>
          Create workspace
        </Button>
      </Stack>
    </TokenForm>
  )
}

function Address({ form, host, refusal }: Pick<NewWorkspaceData, "form" | "host" | "refusal">) {
  return (
    <div>
      <TextField
        label="Workspace URL"
        description={`3 to 32 lowercase letters, digits or hyphens, after ${host}/`}
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
      <p className={`small breaks ${styles.found}`} role="status" data-slug-found={`${host}/`} />
    </div>
  )
}
