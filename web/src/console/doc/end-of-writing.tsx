import { useParams } from "@tanstack/react-router"
import { useState } from "react"
import { Button, ButtonLink } from "../../kit/button.tsx"
import { Notice } from "../../kit/notice.tsx"
import { staleDocs } from "../docs/stale-docs.ts"
import { mayAs } from "../here.ts"
import { fileNameOf, save } from "../ui/save.ts"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
import type { End } from "./collaboration/ends.ts"
import type { OpenDoc } from "./collaboration/open-doc.ts"
import type { DocState } from "./collaboration/sitting.ts"
import { loadPlainText, useDocState } from "./use-open-doc.ts"
import styles from "./view.module.css"

interface Props {
  end: End
  open: OpenDoc
  title: string
}

const words: Readonly<Record<Exclude<End, "signed-out">, [title: string, what: string]>> = {
  "no-access": ["You may not open this doc any more", "Somebody who manages the workspace can tell you why."],
  gone: ["This doc is in the trash", "Nothing is stored of what is written here now. A member can take it back."],
  "too-old": ["This page is older than the doc", "Load it again to go on. What you wrote is kept."],
  refused: [
    "What you wrote could not be stored",
    "The service did not take it. Save it as a file, load the page again, and put it back in parts.",
  ],
  "too-big": [
    "What you wrote is too large to be stored",
    "Save it as a file. Then undo what you put in last, or begin another doc, and try again.",
  ],
}

/** Tells why the doc can no longer be edited here, and what happens to the unsaved text. */
export function EndOfWriting({ end, open, title }: Props) {
  const state = useDocState(open)
  const [said, what] = end === "signed-out" ? ["You are signed out", signedOutWords(state)] : words[end]
  const isRefused = end === "refused" || end === "too-big"
  const back = `/sign-in?${new URLSearchParams({ return_to: location.pathname })}`
  return (
    <Notice tone="bad" title={said}>
      <p>{what}</p>
      <div className={styles.line}>
        {end === "signed-out" && <ButtonLink href={back}>Sign in</ButtonLink>}
        {end === "too-old" && <Button onClick={() => location.reload()}>Load it again</Button>}
        {end === "gone" && mayAs("member") && <TakeBack open={open} />}
        {isRefused && <Button onClick={open.retry}>Try again</Button>}
        <Copies open={open} title={title} />
        {isRefused && !state.isOwedElsewhere && <Discard open={open} title={title} />}
      </div>
    </Notice>
  )
}

function TakeBack({ open }: Pick<Props, "open">) {
  const { id } = useParams({ strict: false })
  const restore = useChange("restore-doc", { makesStale: [...staleDocs, "get-doc"], onDone: open.retry })
  return (
    <Button isBusy={restore.isPending} onClick={() => id !== undefined && restore.mutate({ id })}>
      Take it back
    </Button>
  )
}

function signedOutWords({ isOwed, isKept }: DocState): string {
  if (!isOwed) return "All that you wrote is stored. Sign in again to go on where you were."
  return isKept
    ? "What you wrote last is not stored yet; it stays in this browser. Sign in again to go on where you were."
    : "What you wrote last is not stored, and nothing but this page has it. Copy it before you leave."
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
    location.reload()
  }
  return hasFile ? (
    <Button variant="default" onClick={discard}>
      The file is saved: discard what is not stored
    </Button>
  ) : (
    <Button variant="default" onClick={handOver}>
      Discard what is not stored…
    </Button>
  )
}

const readText = async ({ doc }: OpenDoc) => (await loadPlainText()).plainText(doc)

/** Copies the current text, or saves it as a file. */
export function Copies({ open, title }: Pick<Props, "open" | "title">) {
  const copy = async () => {
    await navigator.clipboard.writeText(await readText(open))
    toast({ tone: "good", title: "The text is copied." })
  }
  return (
    <>
      <Button variant="default" onClick={copy}>
        Copy the text
      </Button>
      <Button variant="default" onClick={async () => save(new Blob([await readText(open)]), fileNameOf(title))}>
        Save it as a file
      </Button>
    </>
  )
}
