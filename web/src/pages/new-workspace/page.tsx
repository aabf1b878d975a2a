import { Button, Stack, TextInput } from "@mantine/core"
import { useState } from "react"
import { FormRefusal } from "../../kit/form-refusal.tsx"
import { Page } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { Panel } from "../../kit/panel.tsx"
import { TokenForm } from "../../kit/token-form.tsx"
import type { PageData } from "../../page-data.ts"
import { toSlug } from "./to-slug.ts"

/** Asks for the name and the address of a new workspace. */
export function NewWorkspacePage({ form, refusal }: PageData["new-workspace"]) {
  const [slug, setSlug] = useState(form.slug)
  const [follows, setFollows] = useState(form.slug === "")
  return (
    <Page width="narrow">
      <Panel label="New workspace">
        <Heading below="It holds links, docs, files and offers, for you and for those you invite. You become its owner.">
          New workspace
        </Heading>
        <FormRefusal refusal={refusal} />
        <TokenForm form={form}>
          <Stack>
            <TextInput
              label="Name"
              description="Whatever people call you or your team."
              name="name"
              dir="auto"
              defaultValue={form.name}
              onChange={({ currentTarget }) => follows && setSlug(toSlug(currentTarget.value))}
              autoComplete="organization"
              size="lg"
              required
              maxLength={80}
              autoFocus={refusal === null}
            />
            <TextInput
              label="Address"
              description="Stands in links to it: 3 to 32 small letters, digits and hyphens."
              name="slug"
              value={slug}
              onChange={({ currentTarget }) => {
                setFollows(false)
                setSlug(currentTarget.value)
              }}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              size="lg"
              required
            />
            <Button type="submit" size="lg" fullWidth>
              Make the workspace
            </Button>
          </Stack>
        </TokenForm>
      </Panel>
    </Page>
  )
}
