import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { Refused } from "../../api/call.ts"
import { Refusal } from "../../kit/refusal.tsx"
import { Stack } from "../../kit/stack.tsx"
import { FileDrop } from "../links/import/file-drop.tsx"
import { textOfFile } from "../ui/text-of-file.ts"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
import { staleDocs } from "./stale-docs.ts"

/** The service's limit, in bytes: a larger file is refused before it is sent. */
const maxFileBytes = 512 * 1024

/** Creates a doc from a Markdown file and opens it. */
export function ImportForm() {
  const navigate = useNavigate()
  const [refused, refuse] = useState<Refused | null>(null)
  const read = useChange("import-doc", {
    makesStale: staleDocs,
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
