import type { AnswerOf } from "../calls.ts"
import { Copied } from "../ui/copied.tsx"
import { State } from "../ui/values/state.tsx"

export type ListedDomain = AnswerOf<"list-domains">["items"][number]

type DomainRecord = ListedDomain["records"][number]

/** The DNS records to add and what DNS returns now: one record for the name, and one that proves ownership. */
export function DomainRecords({ records }: { records: ListedDomain["records"] }) {
  const ofName = records.filter(({ proves }) => proves === "name")
  // If one of the alternatives is found, the other is not needed.
  const shown = ofName.some(({ state }) => state === "found") ? ofName.filter(({ state }) => state === "found") : ofName
  return (
    <>
      <h3>1. Point the domain here{shown.length > 1 && <small>choose one</small>}</h3>
      {shown.map((record) => (
        <RecordRow key={record.type} record={record} reason={shown.length > 1 && reasons[record.type]} />
      ))}
      <h3>2. Verify ownership</h3>
      {records
        .filter(({ proves }) => proves === "workspace")
        .map((record) => (
          <RecordRow key={record.name} record={record} />
        ))}
    </>
  )
}

const states = {
  unknown: { tone: "plain", words: "Not checked" },
  found: { tone: "good", words: "Found" },
  missing: { tone: "bad", words: "Not found" },
  other: { tone: "bad", words: "Wrong value" },
  blocked: { tone: "plain", words: "Blocked by CNAME" },
} as const

const reasons = {
  CNAME: "For a subdomain used only for short links.",
  TXT: "For a domain with other records. Add A, AAAA or ALIAS.",
}

interface RowProps {
  record: DomainRecord
  /** When to choose this record, if there is an alternative. */
  reason?: string | false
}

function RecordRow({ record: { type, name, value, state, found }, reason = false }: RowProps) {
  return (
    <div className="record stack gap-2">
      <p className="wrap middle gap-2-3 small">
        <strong>{type} record</strong>
        <State {...states[state]} />
      </p>
      {reason && <p className="muted smaller">{reason}</p>}
      <dl className="stack middle gap-2-3">
        <dt className="muted smaller">Name</dt>
        <dd>
          <Copied text={name} />
        </dd>
        <dt className="muted smaller">Value</dt>
        <dd>
          <Copied text={value} />
        </dd>
        {found.length > 0 && (
          <>
            <dt className="muted smaller">Found</dt>
            <dd className="found stack gap-1">
              {found.map((text) => (
                <code key={text} className="smaller breaks">
                  {text}
                </code>
              ))}
            </dd>
          </>
        )}
      </dl>
    </div>
  )
}
