import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useHouse } from "../../kit/house.tsx"
import { Row, Rows } from "../../kit/rows.tsx"
import { Section } from "../../kit/section.tsx"
import { When } from "../../kit/when.tsx"
import { readOf } from "../ask.ts"
import { mayAs } from "../here.ts"
import { Way } from "./way.tsx"

interface Need {
  id: string
  title: ReactNode
  detail: ReactNode
}

/** What waits for somebody: it is not shown when there is nothing. */
export function NeedsYou() {
  const needs = [...useMoney(), ...useDomains(), ...useEndingLinks()]
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

/** Admins see money. */
function useMoney(): readonly Need[] {
  const enabled = mayAs("admin")
  const { isSandbox } = useHouse()
  const accounts = useQuery({ ...readOf("list-payment-accounts", {}), enabled }).data?.items
  const unclear = useQuery({ ...readOf("list-own-unclear-money", { limit: 5 }), enabled }).data?.items ?? []
  const needs: Need[] = []
  if (unclear.length > 0) {
    needs.push({
      id: "unclear",
      title: (
        <Way to="/unclear-money">{unclear.length === 5 ? "Payments" : count(unclear.length, "payment")} to look at</Way>
      ),
      detail: "What became of the money is not clear, and somebody has to say.",
    })
  }
  if (!isSandbox && accounts && !accounts.some(({ isReady }) => isReady)) {
    needs.push({
      id: "payouts",
      title: <Way to="/settings/payouts">Set up payouts</Way>,
      detail: "Until you do, sales are charged on the account of whoever runs this service.",
    })
  }
  return needs
}

function useDomains(): readonly Need[] {
  const domains = useQuery(readOf("list-domains", {})).data?.items ?? []
  return domains
    .filter(({ state }) => state !== "attached")
    .map(({ id, hostname, state }) => ({
      id,
      title: (
        <Way to="/settings/domains">
          {state === "failing" ? `The records of ${hostname} are missing` : `Add the records of ${hostname}`}
        </Way>
      ),
      detail:
        state === "failing"
          ? "Its links still work. Put the two records back, or it will be detached."
          : "Two records where the domain is managed, and its links work.",
    }))
}

const soonMs = 3 * 86_400_000

/** Of the newest links, those that lead nowhere within three days. */
function useEndingLinks(): readonly Need[] {
  const links = useQuery(readOf("list-links", { limit: 5 })).data?.links ?? []
  const now = Date.now()
  return links.flatMap(({ id, title, slug, expires_at, state }) => {
    const end = Date.parse(expires_at ?? "")
    if (state !== "active" || !(end < now + soonMs)) return []
    return [{ id, title: <EndingLink id={id} name={title ?? slug} />, detail: <When at={end} /> }]
  })
}

function EndingLink({ id, name }: { id: string; name: string }) {
  return (
    <Way to="/links" search={{ open: id, show: "edit" }}>
      The link “{name}” ends soon
    </Way>
  )
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? "" : "s"}`
