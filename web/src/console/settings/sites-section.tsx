import { Section } from "../../kit/section.tsx"
import { stale, useChange } from "../ask.ts"
import { ActionForm, ChangeButton, TextInput } from "../ui/form.tsx"
import styles from "./sites-section.module.css"

/** The sites on which buy buttons open a checkout. */
export function SitesSection({ sites }: { sites: readonly string[] }) {
  const add = useChange("add-site", { makesStale: stale.workspace, isForm: true })
  return (
    <Section title="Sites" below="Buy buttons on these sites open the checkout there.">
      {sites.length > 0 && (
        <ul className={`stack gap-1 ${styles.sites}`}>
          {sites.map((site) => (
            <Site key={site} site={site} />
          ))}
        </ul>
      )}
      <ActionForm
        key={sites.length}
        change={add}
        submit="Add site"
        tone="default"
        toInput={({ site = "" }) => ({ site })}
      >
        <TextInput
          name="site"
          label="Site"
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://www.example.com"
          required
        />
      </ActionForm>
    </Section>
  )
}

function Site({ site }: { site: string }) {
  const remove = useChange("remove-site", { makesStale: stale.workspace })
  return (
    <li>
      <span>{site}</span>
      <ChangeButton
        size="sm"
        variant="subtle"
        label="Remove"
        aria-label={`Remove ${site}`}
        change={remove}
        input={{ site }}
      />
    </li>
  )
}
