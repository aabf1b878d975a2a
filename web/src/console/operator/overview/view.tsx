import { Link } from "@tanstack/react-router"
import { areaWords } from "../../../../../server/src/contract/words.ts"
import { useHouse } from "../../../kit/house.tsx"
import { Notice } from "../../../kit/notice.tsx"
import { Row, Rows, Section } from "../../../kit/section.tsx"
import { formatBytes } from "../../../kit/size.ts"
import { When } from "../../../kit/when.tsx"
import { useRead } from "../../ask.ts"
import type { AnswerOf } from "../../calls.ts"
import { Empty, View as Frame } from "../../ui/page.tsx"

type Counts = AnswerOf<"get-operator-overview">

interface Waiting {
  to: string
  count: number
  /** The singular and the plural. */
  words: readonly [string, string]
}

const waiting = ({ openReports, unclearMoney, deadJobs }: Counts): readonly Waiting[] => [
  { to: "/reports", count: openReports, words: ["report to review", "reports to review"] },
  { to: "/money", count: unclearMoney, words: ["payment issue", "payment issues"] },
  { to: "/jobs", count: deadJobs, words: ["failed job", "failed jobs"] },
]

/** The assistant's usage today, over all workspaces. */
function usedBy({ isOn, model, tokens, most, micros }: Counts["assistant"], locale: string): string {
  if (!isOn) return "Off"
  if (model === null) return "No model connected"
  const number = new Intl.NumberFormat(locale)
  const dollars = new Intl.NumberFormat(locale, { style: "currency", currency: "USD" })
  const cost = micros === null ? "" : `, ${dollars.format(micros / 1_000_000)}`
  return `${model}: ${number.format(tokens)} of ${number.format(most)} tokens today (UTC)${cost}`
}

/** The storage of all workspaces, and a warning near the limit. */
function storedBy({ usedBytes, mostBytes }: Counts["storage"], locale: string): string {
  const used = formatBytes(usedBytes, locale)
  if (mostBytes === null) return `${used}, no limit`
  const most = `${used} of ${formatBytes(mostBytes, locale)}`
  if (usedBytes < nearlyFull * mostBytes) return most
  return `${most}. Raise SVC_STORAGE_GIGABYTES or delete files.`
}

const nearlyFull = 0.9

/** The number of unused short keys for pay links. */
function keysLeft({ given, inAll }: Counts["shortKeys"], locale: string): string {
  const number = new Intl.NumberFormat(locale)
  return `${number.format(inAll - given)} of ${number.format(inAll)} left`
}

/** The open tasks of the operators, and the state of the installation. */
export function View() {
  const { data } = useRead("get-operator-overview", {})
  const signUp = useRead("get-sign-up", {}).data?.signUp
  const needs = data ? waiting(data).filter(({ count }) => count > 0) : []
  return (
    <Frame title="Overview">
      {data?.shortKeys.areScarce && (
        <Notice tone="bad" title="Short keys are running out">
          Update to a release with longer keys. Without one, no offer can be published.
        </Notice>
      )}
      {data && needs.length === 0 && !data.shortKeys.areScarce && (
        <Empty title="Nothing needs attention">Reports, payment issues and failed jobs appear here.</Empty>
      )}
      {needs.length > 0 && (
        <Section title={areaWords.needsAttention}>
          <Rows>
            {needs.map(({ to, count, words: [one, several] }) => (
              <Row key={to} title={<Link to={to}>{`${count} ${count === 1 ? one : several}`}</Link>} />
            ))}
          </Rows>
        </Section>
      )}
      {data && <Installation counts={data} isByInvitation={signUp === "closed"} />}
    </Frame>
  )
}

function Installation({ counts, isByInvitation }: { counts: Counts; isByInvitation: boolean }) {
  const { workspaces, suspensions, storage, shortKeys, assistant } = counts
  const { locale } = useHouse()
  return (
    <Section title="Installation">
      <Rows>
        <Row title={<Link to="/workspaces">Workspaces</Link>} detail={`${workspaces} total`} />
        <Row
          title={<Link to="/suspensions">Suspensions</Link>}
          detail={suspensions === 0 ? "None" : `${suspensions} active`}
        />
        <Mails />
        <Row title={<Link to="/sign-up">Sign-up</Link>} detail={isByInvitation ? "Invite only" : "Open to anyone"} />
        <Row title="Storage" detail={storedBy(storage, locale)} />
        <Row title={<Link to="/sales">Sales</Link>} detail="On the installation’s Stripe account" />
        <Row title="Short keys" detail={keysLeft(shortKeys, locale)} />
        <Row title="Assistant" detail={usedBy(assistant, locale)} />
      </Rows>
    </Section>
  )
}

/** Nothing while all mails arrive. */
function Mails() {
  const { data } = useRead("get-mail-overview", {})
  const failed = data?.reasons.reduce((sum, { count }) => sum + count, 0) ?? 0
  if (!data || (failed === 0 && data.waiting.count === 0)) return null
  const { count, oldestAt } = data.waiting
  return (
    <Row
      title={<Link to="/mails">Emails</Link>}
      detail={
        <>
          {failed} not delivered in 90 days
          {oldestAt !== null && (
            <>
              , {count} waiting since <When at={oldestAt} />
            </>
          )}
        </>
      }
    />
  )
}
