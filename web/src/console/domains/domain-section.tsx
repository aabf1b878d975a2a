import { Button } from "../../kit/button.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Section } from "../../kit/section.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import { When } from "../../kit/when.tsx"
import { mayAs } from "../here.ts"
import { ActionForm } from "../ui/form.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
import type { ListedDomain } from "./domain-records.tsx"
import { DomainRecords } from "./domain-records.tsx"
import styles from "./domain-section.module.css"

const states = {
  waiting: { tone: "note", title: "Waiting for its records" },
  attached: { tone: "good", title: "Attached" },
  failing: { tone: "bad", title: "Attached, but its records are missing" },
} as const

const steps = {
  waiting: "Add these records where the domain is managed, then check again. A new one can take an hour to be seen.",
  attached: "Let its records stay: they are looked at once a day.",
  failing: "Put its records back: after three days without them the domain is detached.",
}

export function DomainSection({ domain }: { domain: ListedDomain }) {
  const { hostname, state } = domain
  const check = useChange("attach-domain", {
    makesStale: ["list-domains"],
    onDone: ({ missing }) => {
      if (missing.length === 0) toast({ tone: "good", title: `The records of ${hostname} are there.` })
      else toast({ tone: "bad", title: `${hostname} is not ready yet.`, text: `Look at ${missing.join(" and ")}.` })
    },
  })
  return (
    <Section title={hostname}>
      <Notice {...states[state]}>{steps[state]}</Notice>
      <details open={state !== "attached"} className={styles.records}>
        <summary>Its records</summary>
        <div>
          <DomainRecords records={domain.records} />
        </div>
      </details>
      <LastCheck domain={domain} />
      {mayAs("admin") && (
        <div className={styles.actions}>
          <Button
            size="sm"
            variant="default"
            isBusy={check.isPending}
            aria-label={`Check ${hostname} again`}
            onClick={() => check.mutate({ domain: hostname })}
          >
            Check again
          </Button>
          <Remove domain={domain} />
        </div>
      )}
    </Section>
  )
}

function LastCheck({ domain: { checkedAt, checksUnanswered } }: { domain: ListedDomain }) {
  return (
    <p className={styles.checked}>
      {checkedAt === null ? (
        "Not checked yet."
      ) : (
        <>
          Last checked <When at={checkedAt} />.
          {checksUnanswered > 1 &&
            ` Its name servers did not answer the last ${checksUnanswered} checks. It stays as it is.`}
        </>
      )}
    </p>
  )
}

function Remove({ domain: { id, hostname } }: { domain: ListedDomain }) {
  const remove = useChange("remove-domain", {
    makesStale: ["list-domains"],
    isForm: true,
    onDone: () => toast({ tone: "good", title: `${hostname} is removed.` }),
  })
  return (
    <Unfold label="Remove" about={hostname}>
      <p>Short links under {hostname} stop at once. They work again when the domain is attached again.</p>
      <ActionForm change={remove} submit="Yes, remove it" tone="danger" toInput={() => ({ id })} />
    </Unfold>
  )
}
