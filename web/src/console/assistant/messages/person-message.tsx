import { type KeyboardEvent, useState } from "react"
import type { ShownMessage, ShownPart } from "../../../../../server/src/contract/shown.ts"
import { Button } from "../../../kit/button.tsx"
import { Refusal } from "../../../kit/notice.tsx"
import { useChange } from "../../ask.ts"
import { here } from "../../console-data.ts"
import { isSending } from "../../keys/enter.ts"
import { tooLong } from "../ask/drafts.ts"
import { growToText } from "../ask/grow-to-text.ts"
import { SentLater } from "../ask/sent-later.tsx"
import { whereabouts } from "../ask/whereabouts.ts"
import { CopyButton } from "./copy-button.tsx"
import { OurLink } from "./our-link.tsx"

interface Props {
  conversationId: string
  message: ShownMessage
}

/** A person's message, without any formatting. */
export function PersonMessage({ message, conversationId, canAsk }: Props & { canAsk: boolean }) {
  const [isEdited, setEdited] = useState(false)
  const text = message.parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n")
  const files = message.parts.flatMap((part) => (part.type === "file" ? part : []))
  const fileIds = files.filter(({ isRemoved }) => !isRemoved).map(({ id }) => id)
  const edit = { conversationId, message, text, fileIds, onEnd: () => setEdited(false) }
  return (
    <article className="message person" aria-label="You">
      {isEdited ? (
        <Edit {...edit} />
      ) : (
        <div className="said">
          <p dir="auto">{text}</p>
          {files.length > 0 && <Files files={files} conversationId={conversationId} messageId={message.id} />}
        </div>
      )}
      {!isEdited && (
        <footer className="below">
          <Branches conversationId={conversationId} message={message} />
          {canAsk && (
            <button type="button" className="bare" onClick={() => setEdited(true)}>
              Edit
            </button>
          )}
          <CopyButton text={text} label="Copy message" />
        </footer>
      )}
    </article>
  )
}

interface FilesProps {
  conversationId: string
  messageId: string
  files: readonly Extract<ShownPart, { type: "file" }>[]
}

/** The attached files. A file that the model cannot read, or that is too large, can be Removed. */
function Files({ conversationId, messageId, files }: FilesProps) {
  const out = useChange("take-file-out", { makesStale: [] })
  return (
    <div className="files">
      {files.map(({ id, name, isRemoved }) => (
        <span key={id} className="file">
          {isRemoved ? <s>{name}</s> : <FileChip id={id} name={name} />}
          {isRemoved ? (
            <small>Removed</small>
          ) : (
            <button
              type="button"
              className="bare"
              aria-label={`Remove ${name} from the conversation`}
              title="Remove file"
              disabled={out.isPending}
              onClick={() => out.mutate({ conversationId, messageId, fileId: id })}
            >
              ✕
            </button>
          )}
        </span>
      ))}
      {out.error && <Refusal error={out.error} />}
    </div>
  )
}

interface EditProps extends Props {
  text: string
  fileIds: readonly string[]
  onEnd(): void
}

/** Edits the message. The previous wording and its answer stay in their own branch. */
function Edit(props: EditProps) {
  const { onEnd } = props
  const { words, setWords, fault, error, isBusy, isPaused, maySend, submit } = useNewWords(props)
  return (
    <form
      className="edit"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {error && <Refusal error={error} />}
      {fault && <p className="fault">{fault}</p>}
      {isPaused && <SentLater />}
      <textarea
        dir="auto"
        aria-label="Edit message"
        value={words}
        ref={(area) => growToText(area)}
        // biome-ignore lint/a11y/noAutofocus: the person has just pressed "Edit".
        autoFocus
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
        onKeyDown={(event) => press(event, { submit, onEnd })}
      />
      <div className="line">
        <Button size="sm" type="submit" disabled={!maySend} isBusy={isBusy}>
          Send
        </Button>
        <Button size="sm" variant="subtle" onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function useNewWords({ conversationId, message, text, fileIds, onEnd }: EditProps) {
  const [words, setWords] = useState(text)
  const send = useChange("ask-assistant", { makesStale: ["list-conversations"], isForm: true, onDone: onEnd })
  const said = words.trim()
  const fault = tooLong(said)
  const maySend = said !== "" && fault === undefined
  const submit = () => {
    if (!maySend || send.isPending) return
    send.mutate({
      conversationId,
      text: said,
      insteadOf: message.id,
      ...whereabouts(),
      ...(fileIds.length > 0 && { fileIds: [...fileIds] }),
    })
  }
  return { words, setWords, fault, error: send.error, isBusy: send.isPending, isPaused: send.isPaused, maySend, submit }
}

function press(event: KeyboardEvent, { submit, onEnd }: Record<"submit" | "onEnd", () => void>): void {
  if (event.key === "Escape") {
    event.stopPropagation()
    onEnd()
  }
  if (!isSending(event.nativeEvent)) return
  event.preventDefault()
  submit()
}

/** A file of the drive. */
export function FileChip({ id, name }: { id: string; name: string }) {
  return (
    <OurLink path={`${here().base}/drive?open=${encodeURIComponent(id)}`} className="chip">
      <bdi>{name}</bdi>
    </OurLink>
  )
}

/** Switches between the branches (edited versions) of a message. */
function Branches({ conversationId, message: { id, branches } }: { conversationId: string; message: ShownMessage }) {
  const show = useChange("show-branch", { makesStale: [] })
  const at = branches.indexOf(id)
  if (branches.length < 2) return null
  const go = (step: number) => {
    const messageId = branches[at + step]
    if (messageId !== undefined) show.mutate({ conversationId, messageId })
  }
  return (
    <fieldset className="branches" aria-label="Message versions">
      <button type="button" aria-label="Previous version" disabled={at <= 0} onClick={() => go(-1)}>
        ‹
      </button>
      <span>
        {at + 1} / {branches.length}
      </span>
      <button type="button" aria-label="Next version" disabled={at >= branches.length - 1} onClick={() => go(1)}>
        ›
      </button>
    </fieldset>
  )
}
