import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { formatAmount } from "../../../../server/src/domains/handover/currencies.ts"
import { useHouse } from "../../kit/house.tsx"
import { Row, Rows } from "../../kit/rows.tsx"
import { Section } from "../../kit/section.tsx"
import { formatBytes } from "../../kit/size.ts"
import { When } from "../../kit/when.tsx"
import { stateOf } from "../purchases/purchase-state.ts"
import { State } from "../ui/state.tsx"
import type { Overview } from "./overview.ts"
import { Way } from "./way.tsx"

/** The latest of one kind; where there is none, what would stand here. */
export function Latest({ title, none, children }: { title: string; none: ReactNode; children: readonly ReactNode[] }) {
  return (
    <Section title={title} below={children.length === 0 && none}>
      {children.length > 0 && <Rows>{children}</Rows>}
    </Section>
  )
}

export function Sales({ sales }: { sales: NonNullable<Overview["sales"]> }) {
  return (
    <Latest title="Sales" none="Who bought what, as soon as somebody does.">
      {sales.items.map((purchase) => (
        <Row
          key={purchase.id}
          title={
            <Way to="/purchases" search={{ open: purchase.id }}>
              {purchase.title}
            </Way>
          }
          detail={
            <>
              <State {...stateOf(purchase)} /> <When at={purchase.createdAt} isDay />
            </>
          }
          action={formatAmount(purchase.chargedCents, purchase.currency)}
        />
      ))}
    </Latest>
  )
}

/** What others sent. */
export function Arrivals({ arrivals }: Pick<Overview, "arrivals">) {
  const { locale } = useHouse()
  return (
    <Latest title="Sent to you" none="Files that others send you by an upload link.">
      {arrivals.map(({ id, name, sizeBytes, at }) => (
        <Row
          key={id}
          title={
            <Way to="/drive" search={{ open: id }}>
              {name}
            </Way>
          }
          detail={<When at={at} />}
          action={formatBytes(sizeBytes, locale)}
        />
      ))}
    </Latest>
  )
}

export function Links({ links: { links } }: Pick<Overview, "links">) {
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

export function Docs({ docs: { docs } }: Pick<Overview, "docs">) {
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
