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

const states = {
  waiting: { tone: "note", title: "Pending" },
  attached: { tone: "good", title: "Active" },
  failing: { tone: "bad", title: "DNS records missing" },
} as const

const steps = {
  waiting: "Add these records at your DNS provider. Changes can take an hour.",
  attached: "Keep these DNS records. We check them daily.",
  failing: "Restore them within three days to keep this domain.",
}

export function DomainSection({ domain }: { domain: ListedDomain }) {
  const { hostname, state } = domain
  const check = useChange("attach-domain", {
    makesStale: ["list-domains"],
    onDone: ({ missing }) => {
      if (missing.length === 0) toast({ tone: "good", title: `${hostname} is active` })
      else toast({ tone: "bad", title: `${hostname} is not ready`, text: `Records not found: ${missing.join(", ")}.` })
    },
  })
  return (
    <Section title={hostname}>
      <Notice {...states[state]}>{steps[state]}</Notice>
      <details open={state !== "attached"} className="records">
        <summary>DNS records</summary>
        <div>
          <DomainRecords records={domain.records} />
          <p className="checked">
            If your zone has CAA records, one must allow the authority of our certificates, such as letsencrypt.org.
          </p>
        </div>
      </details>
      <LastCheck domain={domain} />
      {mayAs("admin") && (
        <div className="actions">
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
    <p className="checked">
      {checkedAt === null ? (
        "Not checked yet."
      ) : (
        <>
          Last checked <When at={checkedAt} />.
          {checksUnanswered > 1 && ` The DNS did not answer the last ${checksUnanswered} checks.`}
        </>
      )}
    </p>
  )
}

function Remove({ domain: { id, hostname } }: { domain: ListedDomain }) {
  const remove = useChange("remove-domain", {
    makesStale: ["list-domains"],
    isForm: true,
    onDone: () => toast({ tone: "good", title: `${hostname} removed` }),
  })
  return (
    <Unfold label="Remove" about={hostname}>
      <p>Short links on {hostname} stop immediately. They work again if you re-add the domain.</p>
      <ActionForm change={remove} submit="Remove domain" tone="danger" toInput={() => ({ id })} />
    </Unfold>
  )
}
