import { useNavigate, Link as Way } from "@tanstack/react-router"
import { Button } from "../../kit/button.tsx"
import { When } from "../../kit/when.tsx"
import { type AnswerOf, listOf } from "../ask.ts"
import { mayAs } from "../here.ts"
import { useList } from "../ui/list.ts"
import { Empty, View as Frame } from "../ui/page.tsx"
import { SidePanel } from "../ui/panel.tsx"
import { SearchField } from "../ui/search-field.tsx"
import { type Column, Table } from "../ui/table.tsx"
import { useAddress } from "../ui/use-address.ts"
import { DocForm } from "./doc-form.tsx"
import { DocTrash } from "./doc-trash.tsx"
import { useTrashDoc } from "./use-trash-doc.ts"

type Doc = AnswerOf<"search-docs">["docs"][number]

/** The workspace's docs. What is searched or begun is in the address. */
export function View() {
  const { search, go } = useAddress()
  const inTrash = search.trash === "1"
  return (
    <Frame
      title={inTrash ? "Docs in the trash" : "Docs"}
      below={inTrash ? "What is put here can be taken back for 30 days." : "Notes, scripts and plans of the workspace."}
      actions={mayAs("member") && !inTrash && <Button onClick={() => go({ new: "1" })}>Create a doc</Button>}
    >
      {inTrash ? <DocTrash onBack={() => go({ trash: undefined })} /> : <DocList />}
      {search.new === "1" && (
        <SidePanel title="Create a doc" onClose={() => go({ new: undefined })}>
          <DocForm />
        </SidePanel>
      )}
    </Frame>
  )
}

function DocList() {
  const { search, go } = useAddress()
  const list = useList(listOf("search-docs", search.q ? { query: search.q } : {}), ({ docs }) => docs)
  const trash = useTrashDoc()
  const navigate = useNavigate()
  const columns: readonly Column<Doc>[] = [
    { title: "Doc", width: "minmax(12rem, 1fr)", cell: (doc) => <Title {...doc} /> },
    { title: "Made", width: "9rem", cell: (doc) => <When at={Date.parse(doc.created_at)} isDay />, isWide: true },
    { title: "Changed", width: "11rem", cell: (doc) => <When at={Date.parse(doc.updated_at)} />, isWide: true },
    ...(mayAs("member") ? [{ title: "Trash", width: "6.5rem", cell: toTrash, isNumber: true }] : []),
  ]
  function toTrash({ id, title }: Doc) {
    return (
      <Button size="sm" variant="subtle" aria-label={`Remove “${title}”`} onClick={() => trash({ id, title })}>
        Remove
      </Button>
    )
  }
  return (
    <>
      <SearchField label="Search docs" value={search.q ?? ""} onSearch={(q) => go({ q })}>
        <Button size="sm" variant="subtle" onClick={() => go({ trash: "1", q: undefined })}>
          Trash
        </Button>
      </SearchField>
      {list.isLoaded && list.items.length === 0 ? (
        <NoDocs isSearch={Boolean(search.q)} onBegin={() => go({ new: "1" })} />
      ) : (
        <Table
          label="Docs"
          columns={columns}
          rows={list.items}
          keyOf={({ id }) => id}
          onOpen={({ id }) => navigate({ to: `/docs/${id}` })}
          hasMore={list.hasMore}
          onMore={list.onMore}
        />
      )}
    </>
  )
}

function Title({ id, emoji, title }: Doc) {
  return (
    <Way to={`/docs/${id}`}>
      {emoji && <span aria-hidden="true">{emoji} </span>}
      <bdi>{title}</bdi>
    </Way>
  )
}

function NoDocs({ isSearch, onBegin }: { isSearch: boolean; onBegin(): void }) {
  if (isSearch) return <Empty title="No doc has these words">Try fewer letters: titles are searched.</Empty>
  return (
    <Empty title="Your first doc" action={mayAs("member") && <Button onClick={onBegin}>Create a doc</Button>}>
      A doc holds what the workspace writes down: a launch plan, a script, an answer that you give often. Everybody in
      the workspace can read it.
    </Empty>
  )
}
