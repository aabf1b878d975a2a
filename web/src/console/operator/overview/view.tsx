import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useHouse } from "../../../kit/house.tsx"
import { Notice } from "../../../kit/notice.tsx"
import { Row, Rows } from "../../../kit/rows.tsx"
import { Section } from "../../../kit/section.tsx"
import { formatBytes } from "../../../kit/size.ts"
import { type AnswerOf, readOf } from "../../ask.ts"
import { Empty, View as Frame } from "../../ui/page.tsx"

type Counts = AnswerOf<"get-operator-overview">

interface Waiting {
  to: string
  count: number
  /** The singular and the plural. */
  words: readonly [string, string]
  detail: string
}

const waiting = ({ openReports, unclearMoney, deadJobs }: Counts): readonly Waiting[] => [
  {
    to: "/reports",
    count: openReports,
    words: ["report to be looked at", "reports to be looked at"],
    detail: "Somebody found something that should not be here.",
  },
  {
    to: "/money",
    count: unclearMoney,
    words: ["payment to be settled", "payments to be settled"],
    detail: "What became of the money is not clear, and somebody has to say.",
  },
  {
    to: "/jobs",
    count: deadJobs,
    words: ["job was given up", "jobs were given up"],
    detail: "They failed each time. Once the cause is mended, have them tried again.",
  },
]

/** The assistant's usage today, over all workspaces. */
function usedBy({ isOn, model, tokens, most, micros }: Counts["assistant"], locale: string): string {
  if (!isOn) return "It is switched off."
  if (model === null) return "No model is connected."
  const number = new Intl.NumberFormat(locale)
  const dollars = new Intl.NumberFormat(locale, { style: "currency", currency: "USD" })
  const cost = micros === null ? "" : `, ${dollars.format(micros / 1_000_000)}`
  return `${model}: ${number.format(tokens)} of ${number.format(most)} tokens today (UTC)${cost}.`
}

/** The storage of all workspaces, and a warning near the limit. */
function storedBy({ usedBytes, mostBytes }: Counts["storage"], locale: string): string {
  const used = formatBytes(usedBytes, locale)
  if (mostBytes === null) return `${used} in all; no ceiling is set.`
  const most = `${used} of ${formatBytes(mostBytes, locale)}`
  if (usedBytes < nearlyFull * mostBytes) return `${most}.`
  return `${most}: at the ceiling, nobody can store more. Raise SVC_STORAGE_GIGABYTES, or make room.`
}

const nearlyFull = 0.9

/** The number of unused short keys for pay links. */
function keysLeft({ given, inAll }: Counts["shortKeys"], locale: string): string {
  const number = new Intl.NumberFormat(locale)
  return `${number.format(inAll - given)} of ${number.format(inAll)} are left for pay links.`
}

/** The open tasks of the operators, and the state of the installation. */
export function View() {
  const { data } = useQuery(readOf("get-operator-overview", {}))
  const signUp = useQuery(readOf("get-sign-up", {})).data?.signUp
  const needs = data ? waiting(data).filter(({ count }) => count > 0) : []
  return (
    <Frame title="Overview" below="What needs those who run this service.">
      {data?.shortKeys.areScarce && (
        <Notice tone="bad" title="Most of the short keys are given away.">
          Each published offer takes one for good. When all are given away, nothing new can be published: update this
          service to a release with longer keys before that.
        </Notice>
      )}
      {data && needs.length === 0 && !data.shortKeys.areScarce && (
        <Empty title="Nothing needs you">Reports, unclear payments and jobs that were given up are shown here.</Empty>
      )}
      {needs.length > 0 && (
        <Section title="Needs you">
          <Rows>
            {needs.map(({ to, count, words: [one, several], detail }) => (
              <Row key={to} title={<Link to={to}>{`${count} ${count === 1 ? one : several}`}</Link>} detail={detail} />
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
    <Section title="The installation">
      <Rows>
        <Row title={<Link to="/workspaces">Workspaces</Link>} detail={`${workspaces} in all.`} />
        <Row
          title={<Link to="/suspensions">Suspensions</Link>}
          detail={suspensions === 0 ? "Nothing is suspended." : `${suspensions} that are not lifted.`}
        />
        <Row
          title={<Link to="/sign-up">Sign-up</Link>}
          detail={isByInvitation ? "By invitation only." : "Everybody may make an account."}
        />
        <Row title="Storage" detail={storedBy(storage, locale)} />
        <Row title={<Link to="/sales">Sales</Link>} detail="What was sold on the installation’s account." />
        <Row title="Short keys" detail={keysLeft(shortKeys, locale)} />
        <Row title="The assistant" detail={usedBy(assistant, locale)} />
      </Rows>
    </Section>
  )
}
