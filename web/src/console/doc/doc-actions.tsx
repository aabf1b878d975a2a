import { useNavigate } from "@tanstack/react-router"
import { lazy, Suspense } from "react"
import { Button } from "../../kit/button.tsx"
import { type AnswerOf, ask } from "../ask.ts"
import { useTrashDoc } from "../docs/use-trash-doc.ts"
import { mayAs } from "../here.ts"
import { save } from "../ui/save.ts"
import { toast } from "../ui/toast.ts"
import { useAddress } from "../ui/use-address.ts"
import { DocLinkPanel } from "./share/share-panel.tsx"

const VersionsPanel = lazy(async () => ({ default: (await import("./versions/versions-panel.tsx")).VersionsPanel }))

export function DocActions({ doc }: { doc: Pick<AnswerOf<"get-doc">, "id" | "title"> }) {
  const { search, go } = useAddress()
  const close = () => go({ panel: undefined, version: undefined, against: undefined })
  return (
    <>
      <Button size="sm" variant="default" onClick={() => go({ panel: "share" })}>
        Share
      </Button>
      <Button size="sm" variant="default" onClick={() => go({ panel: "versions" })}>
        Versions
      </Button>
      <Button size="sm" variant="default" onClick={() => download(doc.id)}>
        Download
      </Button>
      {mayAs("member") && <Remove doc={doc} />}
      {search.panel === "share" && <DocLinkPanel doc={doc} onClose={close} />}
      {search.panel === "versions" && (
        <Suspense>
          <VersionsPanel doc={doc} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/** Saves the doc as a Markdown file. */
async function download(id: string): Promise<void> {
  try {
    const { fileName, markdown } = await ask("export-doc", { id })
    save(new Blob([markdown], { type: "text/markdown;charset=utf-8" }), fileName)
  } catch (error) {
    if (error instanceof Error) toast({ tone: "bad", title: error.message })
  }
}

function Remove({ doc }: { doc: { id: string; title: string } }) {
  const trash = useTrashDoc()
  const navigate = useNavigate()
  const remove = () => {
    trash(doc)
    navigate({ to: "/docs" })
  }
  return (
    <Button size="sm" variant="default" onClick={remove}>
      Move to trash
    </Button>
  )
}
