import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { formatAmount } from "../../../../server/src/domains/handover/currencies.ts"
import { Row, Rows } from "../../kit/rows.tsx"
import { Section } from "../../kit/section.tsx"
import { When } from "../../kit/when.tsx"
import { readOf } from "../ask.ts"
import { here, mayAs } from "../here.ts"
import { View as Frame } from "../ui/page.tsx"
import styles from "./view.module.css"

const latest = { limit: 5 }

/** What happened in the workspace, and where it goes on. */
export function View() {
  return (
    <Frame title={here().workspace.name}>
      <div className={styles.columns}>
        {mayAs("member") && <Sales />}
        <Links />
        <Docs />
        <Files />
      </div>
    </Frame>
  )
}

function Sales() {
  const items = useQuery(readOf("list-purchases", latest)).data?.items ?? []
  return (
    <Section title="Sales" below={items.length === 0 && "Put files and a price behind a four-letter link, and sell."}>
      <Rows>
        {items.map(({ id, title, chargedCents, currency, createdAt, state }) => (
          <Row
            key={id}
            title={title}
            detail={
              <>
                {state.replaceAll("_", " ")}, <When at={createdAt} />
              </>
            }
            action={formatAmount(chargedCents, currency)}
          />
        ))}
      </Rows>
    </Section>
  )
}

function Links() {
  const links = useQuery(readOf("list-links", latest)).data?.links ?? []
  return (
    <Section title="Links" below={links.length === 0 && <Link to="/links">Create your first short link</Link>}>
      <Rows>
        {links.map(({ id, title, slug, clicks }) => (
          <Row
            key={id}
            title={
              <Link to="/links" search={{ open: id } as never}>
                {title ?? slug}
              </Link>
            }
            action={`${clicks.toLocaleString()} ${clicks === 1 ? "click" : "clicks"}`}
          />
        ))}
      </Rows>
    </Section>
  )
}

function Docs() {
  const docs = useQuery(readOf("search-docs", latest)).data?.docs ?? []
  return (
    <Section title="Docs" below={docs.length === 0 && "Nothing has been written yet."}>
      <Rows>
        {docs.map(({ id, title, emoji, updated_at }) => (
          <Row key={id} title={`${emoji ?? ""} ${title}`.trim()} detail={<When at={Date.parse(updated_at)} />} />
        ))}
      </Rows>
    </Section>
  )
}

function Files() {
  const files = useQuery(readOf("search-drive-files", latest)).data?.files ?? []
  return (
    <Section title="Files" below={files.length === 0 && "The drive is empty."}>
      <Rows>
        {files.map(({ id, name, updated_at }) => (
          <Row key={id} title={name} detail={<When at={Date.parse(updated_at)} />} />
        ))}
      </Rows>
    </Section>
  )
}
