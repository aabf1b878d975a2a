import type { DomainsData } from "../../../../server/src/surfaces/pages/settings/data.ts"
import { Button } from "../../kit/button.tsx"
import { Section } from "../../kit/section.tsx"
import { TokenForm } from "../../kit/token-form.tsx"
import styles from "./domain.module.css"

type Domains = DomainsData

/** One domain: how it stands, and the records that it needs. */
export function Domain({ domain, manage }: { domain: Domains["domains"][number]; manage: Domains["manage"] }) {
  const { id, hostname, state, records } = domain
  return (
    <Section title={hostname} below={`It is ${state}.`}>
      <dl className={styles.records}>
        {records.map(({ name, value }) => (
          <div key={name}>
            <dt>TXT {name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {manage && (
        <div className={styles.actions}>
          <TokenForm form={manage.attach} hidden={{ domain: hostname }}>
            <Button type="submit" variant="default" size="sm">
              Look again
            </Button>
          </TokenForm>
          <TokenForm form={manage.remove} hidden={{ id }}>
            <Button type="submit" variant="default" size="sm" aria-label={`Remove ${hostname}`}>
              Remove
            </Button>
          </TokenForm>
        </div>
      )}
    </Section>
  )
}
