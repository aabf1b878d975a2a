import type { AccountData } from "../../../../server/src/surfaces/pages/account/data.ts"
import { Button } from "../../kit/button.tsx"
import { TextField } from "../../kit/field.tsx"
import { refusalAt } from "../../kit/form-refusal.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Section } from "../../kit/section.tsx"
import { TokenForm } from "../../kit/token-form.tsx"
import styles from "./profile.module.css"

/** The name that others read. */
export function Profile({ profile, wasSaved, refusal }: Pick<AccountData, "profile" | "wasSaved" | "refusal">) {
  return (
    <Section title="Name" below="The others in your workspaces see it. Without one they see your address.">
      <TokenForm form={profile}>
        <div className={styles.line}>
          <TextField
            aria-label="Name"
            name="name"
            dir="auto"
            autoComplete="name"
            defaultValue={profile.name}
            maxLength={80}
            {...refusalAt(refusal, "name")}
          />
          <Button type="submit" variant="default">
            Save
          </Button>
        </div>
      </TokenForm>
      {wasSaved && <Notice tone="good" title="Saved." />}
    </Section>
  )
}
