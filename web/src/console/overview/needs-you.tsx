import type { ReactNode } from "react"
import { areaWords } from "../../../../server/src/contract/words.ts"
import { useHouse } from "../../kit/house.tsx"
import { Row, Rows, Section } from "../../kit/section.tsx"
import { formatBytes } from "../../kit/size.ts"
import { When } from "../../kit/when.tsx"
import { Fold } from "../ui/fold.tsx"
import type { Overview } from "./overview.ts"
import { PageLink } from "./page-link.tsx"

interface Need {
  id: string
  title: ReactNode
  detail: ReactNode
}

/** The open tasks, most urgent first; hidden if there are none. */
export function NeedsYou({ overview }: { overview: Overview }) {
  const { isSandbox, locale } = useHouse()
  const needs = [
    ...unclearMoney(overview),
    ...(isSandbox ? [] : payouts(overview)),
    ...domains(overview),
    ...storage(overview, locale),
    ...endingLinks(overview),
    ...invitations(overview),
    ...drafts(overview),
  ]
  if (needs.length === 0) return null
  return (
    <Section title={areaWords.needsAttention}>
      <NeedRows needs={needs.slice(0, shown)} />
      {needs.length > shown && (
        <Fold label={`${needs.length - shown} more`}>
          <NeedRows needs={needs.slice(shown)} />
        </Fold>
      )}
    </Section>
  )
}

/** More needs than this are folded, so that the card is about as high as the figures beside it. */
const shown = 3

function NeedRows({ needs }: { needs: readonly Need[] }) {
  return (
    <Rows>
      {needs.map(({ id, title, detail }) => (
        <Row key={id} title={title} detail={detail} />
      ))}
    </Rows>
  )
}

function unclearMoney({ unclear }: Overview): readonly Need[] {
  const items = unclear?.items ?? []
  if (items.length === 0) return []
  const count = unclear?.nextCursor !== undefined ? areaWords.paymentIssues : counted(items.length)
  return [
    {
      id: "unclear",
      title: <PageLink to="/unclear-money">{count}</PageLink>,
      detail: "Decision needed",
    },
  ]
}

const counted = (count: number) => `${count} payment ${count === 1 ? "issue" : "issues"}`

function payouts({ selling }: Overview): readonly Need[] {
  if (!selling?.problem) return []
  const { message, hint } = selling.problem
  return [{ id: "payouts", title: <PageLink to="/settings/payouts">{message}</PageLink>, detail: hint }]
}

function domains({ domains }: Overview): readonly Need[] {
  const waiting = domains?.items.filter(({ state }) => state !== "attached") ?? []
  return waiting.map(({ id, hostname, state }) => ({
    id,
    title: (
      <PageLink to="/settings/domains">
        {state === "failing" ? `DNS records missing for ${hostname}` : `Add DNS records for ${hostname}`}
      </PageLink>
    ),
    detail:
      state === "failing"
        ? "Links still work. Restore both records to keep the domain."
        : "Links work once both records are found.",
  }))
}

/** The share of the quota from which the storage is listed. */
const nearlyFull = 0.9

function storage({ storage }: Overview, locale: string): readonly Need[] {
  if (!storage || storage.usedBytes < nearlyFull * storage.quotaBytes) return []
  const left = Math.max(storage.quotaBytes - storage.usedBytes, 0)
  return [
    {
      id: "storage",
      title: <PageLink to="/drive">{left === 0 ? "Storage is full" : "Storage is nearly full"}</PageLink>,
      detail: `${formatBytes(left, locale)} of ${formatBytes(storage.quotaBytes, locale)} left`,
    },
  ]
}

const dayMs = 86_400_000
const soonMs = 3 * dayMs

/** Recent links that expire within three days. */
function endingLinks({ links }: Overview): readonly Need[] {
  return (links?.links ?? []).flatMap(({ id, title, slug, expiresAt, state }) => {
    const end = Date.parse(expiresAt ?? "")
    if (state !== "active" || !(end < Date.now() + soonMs)) return []
    return [{ id, title: <EndingLink id={id} name={title ?? slug} />, detail: <When at={end} /> }]
  })
}

function EndingLink({ id, name }: { id: string; name: string }) {
  return (
    <PageLink to="/links" search={{ open: id, show: "edit" }}>
      Link “{name}” expires soon
    </PageLink>
  )
}

/** Open invitations that have expired or will within three days. */
function invitations({ invitations }: Overview): readonly Need[] {
  const ending = invitations?.items.filter(({ expiresAt }) => expiresAt < Date.now() + soonMs) ?? []
  return ending.map(({ id, email, expiresAt }) => ({
    id,
    title: (
      <PageLink to="/team">
        Invitation to {email} {expiresAt <= Date.now() ? "expired" : "is pending"}
      </PageLink>
    ),
    detail: (
      <>
        {expiresAt <= Date.now() ? "Expired" : "Expires"} <When at={expiresAt} />
      </>
    ),
  }))
}

/** Offers that have been drafts for more than a day. */
function drafts({ drafts }: Overview): readonly Need[] {
  const left =
    drafts?.items.filter(({ shortKey, updatedAt }) => shortKey === null && updatedAt < Date.now() - dayMs) ?? []
  return left.map(({ id, title, updatedAt }) => ({
    id,
    title: (
      <PageLink to="/offers" search={{ state: "draft" }}>
        Publish “{title}”
      </PageLink>
    ),
    detail: (
      <>
        Draft, updated <When at={updatedAt} />
      </>
    ),
  }))
}
