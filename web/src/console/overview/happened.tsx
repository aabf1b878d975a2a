import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { formatAmount } from "../../../../server/src/domains/handover/currencies.ts"
import { Row, Rows } from "../../kit/rows.tsx"
import { Section } from "../../kit/section.tsx"
import { When } from "../../kit/when.tsx"
import { readOf } from "../ask.ts"
import { Way } from "./way.tsx"

const latest = { limit: 5 }

/** The latest of one kind; where there is none, what would stand here. */
function Latest({ title, none, children }: { title: string; none: ReactNode; children: readonly ReactNode[] }) {
  return (
    <Section title={title} below={children.length === 0 && none}>
      {children.length > 0 && <Rows>{children}</Rows>}
    </Section>
  )
}

export function Sales() {
  const items = useQuery(readOf("list-purchases", latest)).data?.items ?? []
  return (
    <Latest title="Sales" none="Who bought what, as soon as somebody does.">
      {items.map(({ id, title, chargedCents, currency, createdAt, state }) => (
        <Row
          key={id}
          title={
            <Way to="/purchases" search={{ open: id }}>
              {title}
            </Way>
          }
          detail={
            <>
              {state.replaceAll("_", " ")}, <When at={createdAt} />
            </>
          }
          action={formatAmount(chargedCents, currency)}
        />
      ))}
    </Latest>
  )
}

export function Links() {
  const links = useQuery(readOf("list-links", latest)).data?.links ?? []
  return (
    <Latest title="Links" none="Your newest short links, and how often they were opened.">
      {links.map(({ id, title, slug, clicks }) => (
        <Row
          key={id}
          title={
            <Way to="/links" search={{ open: id }}>
              {title ?? slug}
            </Way>
          }
          action={`${clicks.toLocaleString()} ${clicks === 1 ? "click" : "clicks"}`}
        />
      ))}
    </Latest>
  )
}

export function Docs() {
  const docs = useQuery(readOf("search-docs", latest)).data?.docs ?? []
  return (
    <Latest title="Docs" none="What your workspace wrote last.">
      {docs.map(({ id, title, emoji, updated_at }) => (
        <Row
          key={id}
          title={<Link to={`/docs/${id}` as string}>{`${emoji ?? ""} ${title}`.trim()}</Link>}
          detail={<When at={Date.parse(updated_at)} />}
        />
      ))}
    </Latest>
  )
}

export function Files() {
  const files = useQuery(readOf("search-drive-files", latest)).data?.files ?? []
  return (
    <Latest title="Files" none="What was put into the drive last, by you or through an upload link.">
      {files.map(({ id, name, updated_at }) => (
        <Row
          key={id}
          title={
            <Way to="/drive" search={{ open: id }}>
              {name}
            </Way>
          }
          detail={<When at={Date.parse(updated_at)} />}
        />
      ))}
    </Latest>
  )
}

export function Apps() {
  const items = useQuery(readOf("list-workspace-connections", latest)).data?.items ?? []
  return (
    <Latest title="Apps and agents" none="Apps that somebody here let in, and when they were last at work.">
      {items.map(({ id, clientName, member, lastUsedAt }) => (
        <Row
          key={id}
          title={<Way to="/settings/connected-apps">{clientName}</Way>}
          detail={
            <>
              for {member.isCaller ? "you" : (member.name ?? member.email)},{" "}
              {lastUsedAt === null ? "not used yet" : <When at={lastUsedAt} />}
            </>
          }
        />
      ))}
    </Latest>
  )
}
