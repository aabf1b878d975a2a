import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Button } from "../../kit/button.tsx"
import { When } from "../../kit/when.tsx"
import { type AnswerOf, listOf, readOf } from "../ask.ts"
import { mayAs } from "../here.ts"
import { readAll } from "../ui/csv.ts"
import { useList } from "../ui/list.ts"
import { Empty, View as Frame } from "../ui/page.tsx"
import { SidePanel } from "../ui/panel.tsx"
import { SearchField } from "../ui/search-field.tsx"
import { State } from "../ui/state.tsx"
import { type Column, Table } from "../ui/table.tsx"
import { toast } from "../ui/toast.ts"
import { useAddress } from "../ui/use-address.ts"
import { saveAsCsv } from "./csv-of-links.ts"
import { LinkForm } from "./link-form.tsx"
import { LinkSheet } from "./link-sheet.tsx"
import { useTrashLinks } from "./use-trash-links.ts"
import styles from "./view.module.css"

export type Link = AnswerOf<"list-links">["links"][number]

/** Why a link leads nowhere; one that works needs no word. */
const stateWords: Partial<Record<Link["state"], string>> = {
  expired: "Expired",
  limit_reached: "All clicks used",
  suspended: "Switched off by the operator",
}

const columns: readonly Column<Link>[] = [
  {
    title: "Link",
    width: "minmax(10rem, 2fr)",
    cell: ({ title, short_url, state }) => (
      <span className={styles.named}>
        <bdi>{title ?? short_url.replace(/^https?:\/\//, "")}</bdi>
        {stateWords[state] && <State words={stateWords[state]} tone="note" />}
      </span>
    ),
  },
  { title: "Leads to", width: "minmax(10rem, 3fr)", cell: ({ destination }) => destination, isWide: true },
  { title: "Clicks", width: "5rem", cell: ({ clicks }) => clicks.toLocaleString(), isNumber: true },
  { title: "Made", width: "8rem", cell: ({ created_at }) => <When at={Date.parse(created_at)} isDay />, isWide: true },
]

/** The workspace's short links. What is searched, opened or begun is in the address. */
export function View() {
  const { search, go } = useAddress()
  const inTrash = search.trash === "1"
  const list = useList(
    listOf("list-links", { limit: 100, ...(search.q && { query: search.q }), ...(inTrash && { in_trash: true }) }),
    ({ links }) => links,
  )
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  return (
    <Frame
      title={inTrash ? "Links in the trash" : "Links"}
      below="Short addresses that count each visit once."
      actions={mayAs("member") && !inTrash && <Button onClick={() => go({ new: "1" })}>Create a link</Button>}
    >
      <SearchField label="Search links" value={search.q ?? ""} onSearch={(q) => go({ q })}>
        {chosen.size > 0 && (
          <ChosenLinks links={list.items.filter(({ id }) => chosen.has(id))} onDone={() => choose(new Set())} />
        )}
        {chosen.size === 0 && !inTrash && list.items.length > 0 && <CsvButton query={search.q} />}
        <Button size="sm" variant="subtle" onClick={() => go({ trash: inTrash ? undefined : "1" })}>
          {inTrash ? "Back to the links" : "Trash"}
        </Button>
      </SearchField>
      {list.isLoaded && list.items.length === 0 ? (
        <NoLinks isSearch={Boolean(search.q)} inTrash={inTrash} onBegin={() => go({ new: "1" })} />
      ) : (
        <Table
          label="Links"
          columns={columns}
          rows={list.items}
          keyOf={({ id }) => id}
          onOpen={({ id }) => go({ open: id })}
          {...(mayAs("member") && !inTrash && { chosen, onChoose: choose })}
          hasMore={list.hasMore}
          onMore={list.onMore}
        />
      )}
      <Panels listed={list.items} />
    </Frame>
  )
}

/** What can be done with the rows that are chosen. */
function ChosenLinks({ links, onDone }: { links: readonly Link[]; onDone(): void }) {
  const trash = useTrashLinks()
  return (
    <>
      <Button size="sm" variant="default" onClick={() => saveAsCsv(links)}>
        Save {links.length} as CSV
      </Button>
      <Button
        size="sm"
        variant="default"
        onClick={() => {
          trash(links)
          onDone()
        }}
      >
        Put {links.length} into the trash
      </Button>
    </>
  )
}

/** Saves every link that the search finds, those too that the list has not come to. */
function CsvButton({ query }: { query: string | undefined }) {
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      saveAsCsv(await readAll("list-links", query ? { query } : {}, ({ links }) => links))
    } catch (error) {
      toast({ tone: "bad", title: (error as Error).message })
    }
    setBusy(false)
  }
  return (
    <Button size="sm" variant="subtle" isBusy={isBusy} onClick={run}>
      Save as CSV
    </Button>
  )
}

/** The form of a new link, or the link that is open. */
function Panels({ listed }: { listed: readonly Link[] }) {
  const { search, go } = useAddress()
  const open = useOpenLink(listed, search.open)
  const close = () => go({ new: undefined, open: undefined, show: undefined, days: undefined })
  if (search.new === "1") {
    return (
      <SidePanel title="Create a link" onClose={close}>
        <LinkForm onDone={close} />
      </SidePanel>
    )
  }
  if (!open) return null
  return (
    <SidePanel title={open.title ?? open.slug} onClose={close}>
      <LinkSheet link={open} inTrash={open.state === "trashed"} onClose={close} />
    </SidePanel>
  )
}

/** The link whose panel is open: it need not be in the part of the list that is here. */
function useOpenLink(listed: readonly Link[], id: string | undefined): Link | undefined {
  const found = listed.find((link) => link.id === id)
  const { data } = useQuery({ ...readOf("get-link", { id: id ?? "" }), enabled: Boolean(id) && !found })
  return id ? (found ?? data) : undefined
}

function NoLinks({ isSearch, inTrash, onBegin }: { isSearch: boolean; inTrash: boolean; onBegin(): void }) {
  if (isSearch)
    return (
      <Empty title="No link has these words">Try fewer letters: titles, slugs and destinations are searched.</Empty>
    )
  if (inTrash) return <Empty title="The trash is empty">What is put here can be taken back for 30 days.</Empty>
  return (
    <Empty title="Your first short link" action={mayAs("member") && <Button onClick={onBegin}>Create a link</Button>}>
      A short link leads to any address you choose. You can change where it leads later, and see how often it was
      opened.
    </Empty>
  )
}
