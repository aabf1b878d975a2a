import { useParams } from "@tanstack/react-router"
import { useState } from "react"
import { Button, ButtonLink } from "../../kit/button.tsx"
import { leaveBy } from "../../kit/loading/busy.ts"
import { Notice } from "../../kit/notice.tsx"
import { stale, useChange } from "../ask.ts"
import { mayAs } from "../console-data.ts"
import { toast } from "../toast.ts"
import { fileNameOf, save } from "../ui/save.ts"
import type { End } from "./collaboration/ends.ts"
import type { OpenDoc } from "./collaboration/open-doc.ts"
import type { DocState } from "./collaboration/session.ts"
import { loadPlainText, useDocState } from "./use-open-doc.ts"

interface Props {
  end: End
  open: OpenDoc
  title: string
}

const words: Readonly<Record<Exclude<End, "signed-out">, [title: string, what: string]>> = {
  "no-access": ["You no longer have access to this doc", "Ask an admin of the workspace for access."],
  gone: ["This doc is in the trash", "Changes are no longer saved. Members can restore it."],
  "too-old": ["This page is out of date", "Reload to continue. Your changes are kept."],
  refused: ["Your changes couldn't be saved", "Download them, reload the page, and paste them back in parts."],
  "too-big": ["Your changes are too large to save", "Download them, then undo your last edit or create another doc."],
}

/** Tells why the doc can no longer be edited here, and what happens to the unsaved text. */
export function EndOfWriting({ end, open, title }: Props) {
  const state = useDocState(open)
  const [said, what] = end === "signed-out" ? ["You are signed out", signedOutWords(state)] : words[end]
  const isRefused = end === "refused" || end === "too-big"
  const back = `/sign-in?${new URLSearchParams({ return_to: location.pathname })}`
  return (
    <Notice tone="bad" title={said}>
      <p className="apart">{what}</p>
      <div className="wrap gap-2">
        {end === "signed-out" && <ButtonLink href={back}>Sign in</ButtonLink>}
        {end === "too-old" && <Button onClick={() => location.reload()}>Reload page</Button>}
        {end === "gone" && mayAs("member") && <TakeBack open={open} />}
        {isRefused && <Button onClick={open.retry}>Try again</Button>}
        <Copies open={open} title={title} />
        {isRefused && !state.isPendingElsewhere && <Discard open={open} title={title} />}
      </div>
    </Notice>
  )
}

function TakeBack({ open }: Pick<Props, "open">) {
  const { id } = useParams({ strict: false })
  const restore = useChange("restore-doc", { makesStale: [...stale.docs, "get-doc"], onDone: open.retry })
  return (
    <Button isBusy={restore.isPending} onClick={() => id !== undefined && restore.mutate({ id })}>
      Restore
    </Button>
  )
}

function signedOutWords({ isPending, isPersisted }: DocState): string {
  if (!isPending) return "All changes are saved. Sign in to continue."
  return isPersisted
    ? "Your last changes are saved in this browser. Sign in to sync them."
    : "Your last changes aren't saved. Copy them before you leave."
}

/** Reverts to the stored text. The reader has to save a copy as a file first. */
function Discard({ open, title }: Pick<Props, "open" | "title">) {
  const [hasFile, setHasFile] = useState(false)
  const handOver = async () => {
    save(new Blob([await readText(open)]), fileNameOf(title))
    setHasFile(true)
  }
  const discard = () => {
    open.discard()
    leaveBy(() => location.reload())
  }
  return hasFile ? (
    <Button variant="default" onClick={discard}>
      Discard changes
    </Button>
  ) : (
    <Button variant="default" onClick={handOver}>
      Download and discard…
    </Button>
  )
}

const readText = async ({ doc }: OpenDoc) => (await loadPlainText()).plainText(doc)

/** Copies the current text, or saves it as a file. */
export function Copies({ open, title }: Pick<Props, "open" | "title">) {
  const copy = async () => {
    await navigator.clipboard.writeText(await readText(open))
    toast({ title: "Copied" })
  }
  return (
    <>
      <Button variant="default" onClick={copy}>
        Copy text
      </Button>
      <Button variant="default" onClick={async () => save(new Blob([await readText(open)]), fileNameOf(title))}>
        Download copy
      </Button>
    </>
  )
}
