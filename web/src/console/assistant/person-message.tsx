import { useState } from "react"
import type { ShownMessage } from "../../../../server/src/domains/assistant/shown.ts"
import { Button } from "../../kit/button.tsx"
import { Refusal } from "../../kit/refusal.tsx"
import { useChange } from "../use-change.ts"
import { Branches } from "./branches.tsx"
import { CopyButton } from "./copy-button.tsx"
import { tooLong } from "./drafts.ts"
import { FileChip } from "./message.tsx"

interface Props {
  conversationId: string
  message: ShownMessage
}

/** What the person wrote, as they wrote it. */
export function PersonMessage({ message, conversationId }: Props) {
  const [isEdited, setEdited] = useState(false)
  const text = message.parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n")
  const files = message.parts.flatMap((part) => (part.type === "file" ? part : []))
  const edit = { conversationId, message, text, fileIds: files.map(({ id }) => id), onEnd: () => setEdited(false) }
  return (
    <article className="message person" aria-label="You">
      {isEdited ? (
        <Edit {...edit} />
      ) : (
        <div className="said">
          <p dir="auto">{text}</p>
          {files.length > 0 && (
            <div className="files">
              {files.map((file) => (
                <FileChip key={file.id} {...file} />
              ))}
            </div>
          )}
        </div>
      )}
      {!isEdited && (
        <footer className="below">
          <Branches conversationId={conversationId} message={message} />
          <button type="button" className="small" onClick={() => setEdited(true)}>
            Edit
          </button>
          <CopyButton text={text} label="Copy your message" />
        </footer>
      )}
    </article>
  )
}

interface EditProps extends Props {
  text: string
  fileIds: readonly string[]
  onEnd(): void
}

/** Says it in other words: the answer to the former ones stays, in a branch of its own. */
function Edit({ conversationId, message, text, fileIds, onEnd }: EditProps) {
  const [words, setWords] = useState(text)
  const send = useChange("ask-assistant", { makesStale: ["list-conversations"], isForm: true, onDone: onEnd })
  const said = words.trim()
  const fault = tooLong(said)
  const submit = () => {
    if (said === "" || fault || send.isPending) return
    send.mutate({
      conversationId,
      text: said,
      insteadOf: message.id,
      ...(fileIds.length > 0 && { fileIds: [...fileIds] }),
    })
  }
  return (
    <form
      className="edit"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {send.error && <Refusal error={send.error} />}
      {fault && <p className="fault">{fault}</p>}
      <textarea
        dir="auto"
        aria-label="Your message in other words"
        value={words}
        // biome-ignore lint/a11y/noAutofocus: it was asked for by the press before.
        autoFocus
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.stopPropagation()
            onEnd()
          }
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          submit()
        }}
      />
      <div className="line">
        <Button size="sm" type="submit" disabled={said === "" || fault !== undefined} isBusy={send.isPending}>
          Send again
        </Button>
        <Button size="sm" variant="subtle" onClick={onEnd}>
          Leave it
        </Button>
      </div>
    </form>
  )
}
