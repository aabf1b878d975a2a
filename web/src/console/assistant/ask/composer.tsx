import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useState } from "react"
import type { ShownConversation } from "../../../../../server/src/contract/shown.ts"
import { Button } from "../../../kit/button.tsx"
import { Refusal } from "../../../kit/notice.tsx"
import { useChange } from "../../ask.ts"
import { isComposing, isSending } from "../../keys/enter.ts"
import { Attach } from "./attach.tsx"
import { type Draft, draftOf, keepDraft, tooLong } from "./drafts.ts"
import { growToText } from "./grow-to-text.ts"
import { SentLater } from "./sent-later.tsx"
import { whereabouts } from "./whereabouts.ts"

interface Props {
  /** Undefined if this message starts a conversation. */
  conversationId: string | undefined
  /** The page beside the assistant's panel. */
  about: string | undefined
  /** The run's state. During a run the next message can be typed, but not sent. */
  state: NonNullable<ShownConversation["run"]>["state"] | null
  onSent(conversationId: string): void
  onStop(): void
  field: RefObject<HTMLTextAreaElement | null>
  /** Content above the field. */
  children?: ReactNode
}

/** The text field. It keeps its text until the service has accepted the message. */
export function Composer(props: Props) {
  const { state, onStop, field, children } = props
  const stop = state !== null && state !== "stopping" ? onStop : undefined
  const { draft, setDraft, fault, error, isBusy, isPaused, isEarly, submit } = useSending(props)
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault()
        submit?.()
      }}
    >
      {children}
      {error && <Refusal error={error} />}
      {fault && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
      {isPaused && <SentLater />}
      {isEarly && <p className="quiet">Wait for the answer, or press Esc to stop it.</p>}
      <div className="box">
        <Attached draft={draft} onChange={setDraft} />
        <textarea
          {...look}
          ref={field}
          value={draft.text}
          onChange={({ currentTarget }) => setDraft({ ...draft, text: currentTarget.value })}
          onKeyDown={(event) => press(event, { submit, stop })}
        />
        <div className="line">
          <Attach files={draft.files} onChange={(files) => setDraft({ ...draft, files })} />
          <span className="grow" />
          {stop && <StopButton onStop={stop} />}
          <SendButton isOff={!submit} isBusy={isBusy} />
        </div>
      </div>
    </form>
  )
}

function StopButton({ onStop }: { onStop(): void }) {
  return (
    <Button size="sm" variant="default" onClick={onStop}>
      Stop
    </Button>
  )
}

function SendButton({ isOff, isBusy }: { isOff: boolean; isBusy: boolean }) {
  return (
    <Button size="sm" type="submit" disabled={isOff} isBusy={isBusy}>
      Send
    </Button>
  )
}

const look = {
  rows: 1,
  dir: "auto",
  "aria-label": "Your message",
  placeholder: "Ask a question or describe a task",
  enterKeyHint: "send",
} as const

/** The draft and its `submit`, which is undefined while the draft cannot be sent. */
function useSending({ conversationId, about, state, onSent, field }: Props) {
  const [draft, setDraft] = useDraft(conversationId ?? "")
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text.
  useLayoutEffect(() => growToText(field.current), [draft.text, field])
  const send = useChange("ask-assistant", {
    makesStale: ["list-conversations"],
    isForm: true,
    onDone: (answer, sent) => {
      // Text typed while the request was pending is the next message.
      const typed = field.current?.value ?? ""
      setDraft({ text: typed.trim() === sent.text ? "" : typed, files: [] })
      onSent(answer.conversationId)
    },
  })
  const text = draft.text.trim()
  const fault = tooLong(text)
  const fileIds = draft.files.map(({ id }) => id)
  const submit = () =>
    send.mutate({
      text,
      ...(conversationId && { conversationId }),
      ...(fileIds.length > 0 && { fileIds }),
      ...(about !== undefined && { about }),
      ...whereabouts(),
    })
  const isAtWork = state !== null && state !== "waiting"
  const maySend = text !== "" && !fault && !send.isPending && !isAtWork
  const { error, isPaused, isPending: isBusy } = send
  return {
    draft,
    setDraft,
    fault,
    error,
    isBusy,
    isPaused,
    isEarly: isAtWork && text !== "",
    submit: maySend ? submit : undefined,
  }
}

/** Handles Enter and Escape. Enter sends only where the keyboard can insert a newline in another way. */
function press(event: KeyboardEvent, does: { submit: (() => void) | undefined; stop: (() => void) | undefined }): void {
  const { key, nativeEvent } = event
  if (isComposing(nativeEvent)) return
  if (isSending(nativeEvent)) {
    event.preventDefault()
    does.submit?.()
  }
  if (key === "Escape" && does.stop) {
    event.preventDefault()
    event.stopPropagation()
    does.stop()
  }
}

function useDraft(conversationId: string): readonly [Draft, (draft: Draft) => void] {
  const [draft, setDraft] = useState(() => draftOf(conversationId))
  const change = (next: Draft) => {
    keepDraft(conversationId, next)
    setDraft(next)
  }
  return [draft, change]
}

function Attached({ draft, onChange }: { draft: Draft; onChange(draft: Draft): void }) {
  if (draft.files.length === 0) return null
  return (
    <ul className="files" aria-label="Attached files">
      {draft.files.map(({ id, name }) => (
        <li key={id} className="chip">
          <bdi>{name}</bdi>
          <button
            type="button"
            aria-label={`Remove ${name}`}
            onClick={() => onChange({ ...draft, files: draft.files.filter((file) => file.id !== id) })}
          >
            ✕
          </button>
        </li>
      ))}
    </ul>
  )
}
