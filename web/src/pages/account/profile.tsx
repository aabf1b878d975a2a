import { Button, TextInput } from "@mantine/core"
import { Section } from "../../kit/section.tsx"
import { TokenForm } from "../../kit/token-form.tsx"
import type { PageData } from "../../page-data.ts"
import styles from "./profile.module.css"

/** The name that others read. */
export function Profile({ profile }: Pick<PageData["account"], "profile">) {
  return (
    <Section title="Name" below="The others in your workspaces see it. Without one they see your address.">
      <TokenForm form={profile}>
        <div className={styles.line}>
          <TextInput
            aria-label="Name"
            name="name"
            dir="auto"
            autoComplete="name"
            defaultValue={profile.name}
            maxLength={80}
          />
          <Button type="submit" variant="default">
            Save
          </Button>
        </div>
      </TokenForm>
    </Section>
  )
}
