import { Link } from "@tanstack/react-router"
import type { ComponentProps } from "react"
import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import { useHouse } from "../../kit/house.tsx"
import { Row, Rows, Section } from "../../kit/section.tsx"
import { formatBytes } from "../../kit/size.ts"
import { When } from "../../kit/when.tsx"
import { purchaseStateWords } from "../purchases/purchase-state.ts"
import { useArrivals } from "../ui/arrivals.ts"
import { Arrived } from "../ui/arrived.tsx"
import { State } from "../ui/values/state.tsx"
import type { Overview } from "./overview.ts"
import { PageLink } from "./page-link.tsx"

interface LatestProps<Item> {
  title: string
  items: readonly Item[]
  rowOf(item: Item): Omit<ComponentProps<typeof Row>, "isNew">
}

/** The latest items of one kind, if there are any. Those that arrive while the page is open are highlighted. */
export function LatestItems<Item extends { id: string }>({ title, items, rowOf }: LatestProps<Item>) {
  const arrived = useArrivals()
  return (
    <>
      {items.length > 0 && (
        <Section title={title}>
          <Rows>
            {items.map((item) => (
              <Row key={item.id} {...rowOf(item)} isNew={arrived.has(item.id)} />
            ))}
          </Rows>
        </Section>
      )}
      <Arrived label={title} ids={items.map(({ id }) => id)} />
    </>
  )
}

export function Sales({ sales }: { sales: NonNullable<Overview["sales"]> }) {
  return (
    <LatestItems
      title="Recent sales"
      items={sales.items}
      rowOf={(purchase) => ({
        title: (
          <PageLink to="/purchases" search={{ open: purchase.id }}>
            {purchase.title}
          </PageLink>
        ),
        detail: (
          <>
            <State {...purchaseStateWords(purchase)} /> <When at={purchase.createdAt} isDay />
          </>
        ),
        action: formatAmount(purchase.chargedCents, purchase.currency),
      })}
    />
  )
}

export function Arrivals({ arrivals }: { arrivals: NonNullable<Overview["arrivals"]> }) {
  const { locale } = useHouse()
  return (
    <LatestItems
      title="Received files"
      items={arrivals}
      rowOf={({ id, name, sizeBytes, at }) => ({
        title: (
          <PageLink to="/drive" search={{ open: id }}>
            {name}
          </PageLink>
        ),
        detail: <When at={at} />,
        action: formatBytes(sizeBytes, locale),
      })}
    />
  )
}

export function Links({ links: { links } }: { links: NonNullable<Overview["links"]> }) {
  return (
    <LatestItems
      title="Links"
      items={links}
      rowOf={({ id, title, slug, clicks }) => ({
        title: (
          <PageLink to="/links" search={{ open: id }}>
            {title ?? slug}
          </PageLink>
        ),
        action: `${clicks.toLocaleString()} ${clicks === 1 ? "click" : "clicks"}`,
      })}
    />
  )
}

export function Docs({ docs: { docs } }: { docs: NonNullable<Overview["docs"]> }) {
  return (
    <LatestItems
      title="Docs"
      items={docs}
      rowOf={({ id, title, emoji, updatedAt }) => ({
        title: <Link to={`/docs/${id}` as string}>{`${emoji ?? ""} ${title}`.trim()}</Link>,
        detail: <When at={Date.parse(updatedAt)} />,
      })}
    />
  )
}
