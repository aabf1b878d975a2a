import type { DomainsData } from "../../../../server/src/surfaces/pages/settings/data.ts"
import { Button } from "../../kit/button.tsx"
import { Column } from "../../kit/column.tsx"
import { TextField } from "../../kit/field.tsx"
import { FormRefusal } from "../../kit/form-refusal.tsx"
import { Frame } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { Section } from "../../kit/section.tsx"
import { SettingsLinks } from "../../kit/settings-links.tsx"
import { Stack } from "../../kit/stack.tsx"
import { TokenForm } from "../../kit/token-form.tsx"
import { Domain } from "./domain.tsx"

/** The custom domains of a workspace, each with the records that it needs. */
export function Page({ workspace, domains, manage, refusal }: DomainsData) {
  return (
    <Frame width="narrow">
      <Column>
        <Heading
          above={<bdi>{workspace.name}</bdi>}
          below="Short links can live on a domain of yours. Both of its TXT records prove that it is; let them stay."
        >
          Domains
        </Heading>
        <FormRefusal refusal={refusal} />
        {domains.map((domain) => (
          <Domain key={domain.id} domain={domain} manage={manage} />
        ))}
        {domains.length === 0 && !manage && <Section title="No domain yet" below="An admin can attach one." />}
        {manage && (
          <Section title="Attach a domain">
            <TokenForm form={manage.attach}>
              <Stack>
                <TextField
                  label="Domain"
                  description="Such as go.example.com. You see its records next."
                  name="domain"
                  defaultValue={manage.attach.domain}
                  autoCapitalize="none"
                  spellCheck={false}
                  required
                />
                <Button type="submit">Attach</Button>
              </Stack>
            </TokenForm>
          </Section>
        )}
        <SettingsLinks slug={workspace.slug} here="domains" />
      </Column>
    </Frame>
  )
}
