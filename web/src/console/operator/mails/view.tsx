import { Link } from "@tanstack/react-router"
import { mailReasons, toMailReason } from "../../../../../server/src/contract/mail-reasons.ts"
import { Notice } from "../../../kit/notice.tsx"
import { Row, Rows, Section } from "../../../kit/section.tsx"
import { When } from "../../../kit/when.tsx"
import { useRead } from "../../ask.ts"
import type { AnswerOf } from "../../calls.ts"
import { type TableColumn, timeColumn } from "../../ui/lists/columns.tsx"
import { ListFrame } from "../../ui/lists/list-frame.tsx"
import { useList } from "../../ui/lists/use-list.ts"
import { Empty } from "../../ui/page.tsx"
import { useAddress } from "../../ui/use-address.ts"
import { Facts } from "../../ui/values/facts.tsx"

type Mail = AnswerOf<"list-failed-mails">["items"][number]
type Overview = AnswerOf<"get-mail-overview">

const columns: readonly TableColumn<Mail>[] = [
  { title: "Reason", width: "minmax(10rem, 3fr)", cell: ({ reason }) => mailReasons[reason] },
  { title: "Domain", width: "minmax(8rem, 2fr)", cell: ({ domain }) => domain, isWide: true },
  { title: "Type", width: "10rem", cell: ({ kind }) => kind, isWide: true },
  timeColumn("Failed", ({ failedAt }) => failedAt, { isWide: false }),
]

/** The mails that wait, were refused or came back, without addresses. The reason is in the address of the page. */
export function View() {
  const { search } = useAddress()
  const reason = toMailReason(search.reason)
  const { data } = useRead("get-mail-overview", {})
  return (
    <ListFrame
      title="Emails"
      below="Emails that weren’t delivered in the last 90 days."
      above={
        <>
          {data && <Waiting {...data.waiting} />}
          {data && data.reasons.length > 0 && <Reasons reasons={data.reasons} isFiltered={reason !== undefined} />}
        </>
      }
      label="Undelivered emails"
      list={useList("list-failed-mails", { reason })}
      columns={columns}
      empty={<Empty title="No undelivered emails">Emails that a mail server refuses appear here.</Empty>}
      panel={{ title: ({ reason }) => mailReasons[reason], content: (mail) => <Sheet {...mail} /> }}
    />
  )
}

function Waiting({ count, oldestAt }: Overview["waiting"]) {
  if (oldestAt === null) return null
  return (
    <Notice tone="note" title={count === 1 ? "1 email waits" : `${count} emails wait`}>
      The oldest was first tried <When at={oldestAt} />. All are tried again.
    </Notice>
  )
}

function Reasons({ reasons, isFiltered }: { reasons: Overview["reasons"]; isFiltered: boolean }) {
  return (
    <Section title="By reason">
      <Rows>
        {reasons.map(({ reason, count, latestAt }) => (
          <Row
            key={reason}
            title={
              <Link to="/mails" search={{ reason } as never}>
                {mailReasons[reason]}
              </Link>
            }
            detail={
              <>
                {count.toLocaleString()}, latest <When at={latestAt} />
              </>
            }
          />
        ))}
        {isFiltered && <Row title={<Link to="/mails">All reasons</Link>} />}
      </Rows>
    </Section>
  )
}

function Sheet({ kind, domain, state, step, code, status, words, tries, createdAt, failedAt }: Mail) {
  return (
    <Facts
      facts={[
        ["Type", kind],
        ["Domain", domain],
        ["Outcome", state === "bounced" ? "Came back after it was accepted" : "Refused"],
        ["Step", step],
        ["Reply code", code],
        ["Status code", status],
        ["Server’s words", words && <bdi key="words">{words}</bdi>],
        ["Attempts", tries],
        ["First tried", <When key="created" at={createdAt} />],
        ["Failed", <When key="failed" at={failedAt} />],
      ]}
    />
  )
}
