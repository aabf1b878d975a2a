import type { ReactNode } from "react"
import { useHouse } from "../../kit/house.tsx"
import { Row, Rows } from "../../kit/rows.tsx"
import { Section } from "../../kit/section.tsx"
import { formatBytes } from "../../kit/size.ts"
import { When } from "../../kit/when.tsx"
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
    <Section title="Needs you">
      <Rows>
        {needs.map(({ id, title, detail }) => (
          <Row key={id} title={title} detail={detail} />
        ))}
      </Rows>
    </Section>
  )
}

function unclearMoney({ unclear }: Overview): readonly Need[] {
  const items = unclear?.items ?? []
  if (items.length === 0) return []
  const payments =
    unclear?.nextCursor !== undefined ? "Payments" : `${items.length} payment${items.length === 1 ? "" : "s"}`
  return [
    {
      id: "unclear",
      title: <PageLink to="/unclear-money">{payments} to look at</PageLink>,
      detail: "What became of the money is not clear, and somebody has to say.",
    },
  ]
}

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
        {state === "failing" ? `The records of ${hostname} are missing` : `Add the records of ${hostname}`}
      </PageLink>
    ),
    detail:
      state === "failing"
        ? "Its links still work. Put the two records back, or it will be detached."
        : "Two records where the domain is managed, and its links work.",
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
      title: (
        <PageLink to="/drive">
          {left === 0 ? "The workspace's storage is full" : "The workspace's storage is nearly full"}
        </PageLink>
      ),
      detail: `${formatBytes(left, locale)} of ${formatBytes(storage.quotaBytes, locale)} are left. The drive's page says what takes how much.`,
    },
  ]
}

const dayMs = 86_400_000
const soonMs = 3 * dayMs

/** Recent links that expire within three days. */
function endingLinks({ links }: Overview): readonly Need[] {
  return (links?.links ?? []).flatMap(({ id, title, slug, expires_at, state }) => {
    const end = Date.parse(expires_at ?? "")
    if (state !== "active" || !(end < Date.now() + soonMs)) return []
    return [{ id, title: <EndingLink id={id} name={title ?? slug} />, detail: <When at={end} /> }]
  })
}

function EndingLink({ id, name }: { id: string; name: string }) {
  return (
    <PageLink to="/links" search={{ open: id, show: "edit" }}>
      The link “{name}” ends soon
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
        {email} {expiresAt <= Date.now() ? "never came" : "has not come yet"}
      </PageLink>
    ),
    detail: (
      <>
        The invitation {expiresAt <= Date.now() ? "ended" : "ends"} <When at={expiresAt} />. Invite them again, or take
        it back.
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
        “{title}” was never published
      </PageLink>
    ),
    detail: (
      <>
        A draft, last changed <When at={updatedAt} />
      </>
    ),
  }))
}
