import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { Refused } from "../../api/call.ts"
import { Button } from "../../kit/button.tsx"
import { Refusal } from "../../kit/notice.tsx"
import { Stack } from "../../kit/stack.tsx"
import { stale, useChange } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { mayAs } from "../console-data.ts"
import { FileDrop } from "../links/import/file-drop.tsx"
import { toast } from "../toast.ts"
import type { TableColumn } from "../ui/lists/columns.tsx"
import { ListFrame } from "../ui/lists/list-frame.tsx"
import { trashColumns, trashHead } from "../ui/lists/trash.tsx"
import { useList } from "../ui/lists/use-list.ts"
import { Empty, View as Frame } from "../ui/page.tsx"
import { AddressButton, AddressPanel } from "../ui/panels/panel.tsx"
import { textOfFile } from "../ui/text-of-file.ts"
import { useAddress } from "../ui/use-address.ts"
import { DocList } from "./doc-list.tsx"
import { useNewDoc } from "./use-new-doc.ts"

export function View() {
  if (useAddress().search.trash === "1") return <DocTrash />
  return (
    <Frame title="Docs" actions={mayAs("member") && <Begin />}>
      <DocList />
      <AddressPanel by="import" title="Import doc">
        {() => <ImportForm />}
      </AddressPanel>
    </Frame>
  )
}

function Begin() {
  const { create, isCreating } = useNewDoc()
  return (
    <>
      <AddressButton variant="default" label="Import" to={{ import: "1" }} />
      <Button isBusy={isCreating} onClick={create}>
        Create doc
      </Button>
    </>
  )
}

type Doc = AnswerOf<"list-trashed-docs">["items"][number]

function DocTrash() {
  const restore = useChange("restore-doc", {
    makesStale: stale.docs,
    atOnce: ({ id }, edit) =>
      edit("list-trashed-docs", (answer) => ({ ...answer, items: answer.items.filter((doc) => doc.id !== id) })),
  })
  const columns: readonly TableColumn<Doc>[] = [
    {
      title: "Doc",
      width: "minmax(12rem, 1fr)",
      cell: ({ emoji, title }) => <bdi>{`${emoji ?? ""} ${title}`.trim()}</bdi>,
    },
    ...trashColumns<Doc>({ nameOf: ({ title }) => title, onTakeBack: (id) => restore.mutate({ id }) }),
  ]
  const list = useList("list-trashed-docs", {})
  return <ListFrame {...trashHead("docs")} columns={columns} list={list} empty={<Empty title="Trash is empty" />} />
}

/** The service's limit, in bytes: a larger file is refused before it is sent. */
const maxFileBytes = 512 * 1024

/** Creates a doc from a Markdown file and opens it. */
function ImportForm() {
  const navigate = useNavigate()
  const [refused, refuse] = useState<Refused | null>(null)
  const read = useChange("import-doc", {
    makesStale: stale.docs,
    isForm: true,
    onDone: ({ id, title, lost }) => {
      if (lost.length > 0) toast({ tone: "note", title: `Parts of “${title}” were not imported`, text: lost })
      navigate({ to: `/docs/${id}` })
    },
  })
  const take = async (file: File) => {
    read.reset()
    const { markdown, fault } = await readText(file)
    refuse(fault)
    if (markdown !== undefined) read.mutate({ fileName: file.name, markdown })
  }
  const error = refused ?? read.error
  return (
    <Stack>
      <FileDrop
        label="Markdown file"
        choose="Choose Markdown file"
        accept=".md,.markdown,.mdown,.txt,text/markdown,text/plain"
        isBusy={read.isPending}
        onFile={take}
      />
      {error && <Refusal error={error} />}
      <p className="apart">
        The title of the front matter, or else the first heading, becomes the title. External images become links.
      </p>
    </Stack>
  )
}

/** The file's text, or why it cannot be read. */
async function readText(file: File): Promise<{ markdown: string | undefined; fault: Refused | null }> {
  if (file.size > maxFileBytes) return { markdown: undefined, fault: tooLarge() }
  const text = await textOfFile(await file.arrayBuffer())
  return text.includes("\0") ? { markdown: undefined, fault: noText() } : { markdown: text, fault: null }
}

const tooLarge = () =>
  new Refused("This file is larger than 512 kB.", { status: 0, hint: "Split it into several files." })

const noText = () => new Refused("This file isn't text.", { status: 0, hint: "Choose a Markdown file." })
