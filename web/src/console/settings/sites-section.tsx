import { Button } from "../../kit/button.tsx"
import { Section } from "../../kit/section.tsx"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { useChange } from "../use-change.ts"
import styles from "./sites-section.module.css"

const makesStale = ["get-own-workspace"] as const

/** The sites on which buy buttons open a checkout. */
export function SitesSection({ sites }: { sites: readonly string[] }) {
  const add = useChange("add-site", { makesStale, isForm: true })
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
  const remove = useChange("remove-site", { makesStale })
  return (
    <li>
      <span>{site}</span>
      <Button
        variant="subtle"
        size="sm"
        aria-label={`Remove ${site}`}
        isBusy={remove.isPending}
        onClick={() => remove.mutate({ site })}
      >
        Remove
      </Button>
    </li>
  )
}
