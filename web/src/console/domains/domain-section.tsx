import { Notice } from "../../kit/notice.tsx"
import { Section } from "../../kit/section.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import { When } from "../../kit/when.tsx"
import { useChange } from "../ask.ts"
import { mayAs } from "../console-data.ts"
import { toast } from "../toast.ts"
import { ActionForm, SmallChange } from "../ui/form.tsx"
import { DomainRecords, type ListedDomain } from "./domain-records.tsx"

const states = {
  waiting: { tone: "note", title: "Pending" },
  claimed: { tone: "note", title: "Ownership verified" },
  paused: { tone: "bad", title: "Not found for a month" },
  taken: { tone: "bad", title: "Used by another workspace" },
  attached: { tone: "good", title: "Active" },
  elsewhere: { tone: "note", title: "Records found" },
  failing: { tone: "bad", title: "DNS records missing" },
} as const

const steps = {
  waiting: "Add these records at your DNS provider. We look for them and notify you when the domain works.",
  claimed: "You can import links now. We notify you when the domain leads here and they work.",
  paused: "We stopped looking for these records. Check again to go on.",
  taken: "Your links on it stay here. They start if the other workspace removes the domain and it leads here.",
  attached: "Keep these DNS records. We check them daily.",
  elsewhere: "Links work when the domain leads here.",
  failing: "Restore them within three days to keep this domain.",
}

function stepOf({ state, isTaken, isPolling, leads, records }: ListedDomain): keyof typeof states {
  if (state === "waiting") {
    if (isTaken || !isPolling) return isTaken ? "taken" : "paused"
    return records.some(({ proves, state }) => proves === "workspace" && state === "found") ? "claimed" : "waiting"
  }
  return state === "attached" && leads === "elsewhere" ? "elsewhere" : state
}

export function DomainSection({ domain }: { domain: ListedDomain }) {
  const { hostname, state } = domain
  const step = stepOf(domain)
  const check = useChange("attach-domain", {
    makesStale: ["list-domains"],
    onDone: ({ missing }) => {
      if (missing.length === 0) toast({ title: `${hostname} is active` })
      else toast({ tone: "bad", title: `${hostname} is not ready`, text: `Records not found: ${missing.join(", ")}.` })
    },
  })
  return (
    <Section title={hostname}>
      <Notice {...states[step]}>{steps[step]}</Notice>
      <LeadHint domain={domain} />
      <details open={step !== "attached"} className="records">
        <summary>DNS records</summary>
        <div className="stack gap-4">
          <DomainRecords records={domain.records} />
          <Advice isWaiting={state === "waiting"} />
        </div>
      </details>
      <LastCheck domain={domain} />
      {mayAs("admin") && (
        <div className="wrap top gap-3">
          <SmallChange
            label="Check again"
            about={`Check ${hostname} again`}
            change={check}
            input={{ domain: hostname }}
          />
          <Remove domain={domain} />
        </div>
      )}
    </Section>
  )
}

function Advice({ isWaiting }: { isWaiting: boolean }) {
  return (
    <>
      {isWaiting && (
        <p className="muted smaller">
          Moving from another service? Verify ownership first, import your links, and point the domain here last. Links
          then work from the first visitor on.
        </p>
      )}
      <p className="muted smaller">
        If your zone has CAA records, one must allow the authority of our certificates, such as letsencrypt.org.
      </p>
    </>
  )
}

function LastCheck({ domain: { checkedAt, checksUnanswered } }: { domain: ListedDomain }) {
  return (
    <p className="muted smaller">
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
  const remove = useChange("remove-domain", { makesStale: ["list-domains"], isForm: true, says: `${hostname} removed` })
  return (
    <Unfold label="Remove" about={hostname}>
      <p>Short links on {hostname} stop immediately. They work again if you re-add the domain.</p>
      <ActionForm change={remove} submit="Remove domain" tone="danger" toInput={() => ({ id })} />
    </Unfold>
  )
}

const strict = "set SSL/TLS to “Full (strict)”"

/** Says what to set where a proxy is in front of a name, or where the name leads elsewhere. */
function LeadHint({ domain }: { domain: ListedDomain }) {
  const hint = hintOf(domain)
  return hint === "" ? null : <p className="muted smaller">{hint}</p>
}

function hintOf({ leads, proxy, foreignAddresses, records }: ListedDomain): string {
  if (leads === "through_proxy") {
    return proxy === "cloudflare"
      ? `The domain leads here through Cloudflare’s proxy. There, ${strict}: with “Flexible”, links redirect in a loop. Or set its DNS record to “DNS only”.`
      : "The domain leads here through a proxy. It must connect to us over HTTPS, or links redirect in a loop."
  }
  if (leads === "here" || foreignAddresses.length === 0) return ""
  if (proxy === "cloudflare") {
    return `Cloudflare’s proxy answers for the domain, and does not lead here. Set its DNS record to “DNS only”, or keep the proxy, point the record here and ${strict}.`
  }
  const target = records.find(({ type }) => type === "CNAME")?.value ?? "this service"
  return `The domain leads to ${foreignAddresses.join(", ")}. Change or remove these addresses, so that it leads only to ${target}.`
}
