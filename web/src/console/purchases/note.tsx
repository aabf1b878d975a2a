import { useState } from "react"
import { Notice } from "../../kit/notice.tsx"
import { When } from "../../kit/when.tsx"
import { useChange } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { toast } from "../toast.ts"
import { ActionForm, ParagraphsInput } from "../ui/form.tsx"

type Purchase = AnswerOf<"get-purchase">

/** The members' shared note on a purchase. The buyer never sees it. */
export function Note({ purchase: { id, note, notedAt, notedBy } }: { purchase: Purchase }) {
  // The version when the person began to type; a newer note of another member is shown beside the field.
  const [began, begin] = useState<{ notedAt: number | null }>()
  const since = began ?? { notedAt }
  const change = useChange("note-on-purchase", {
    makesStale: ["get-purchase", "list-purchases"],
    isForm: true,
    onDone: ({ note }) => {
      begin(undefined)
      toast({ title: note === null ? "Note removed" : "Note saved" })
    },
  })
  // After a conflict the person has seen the newer note, so the next attempt may overwrite it.
  const seenAt = change.error ? notedAt : since.notedAt
  return (
    <>
      {notedAt !== null && (
        <p className="muted small">
          Updated <When at={notedAt} /> by <bdi>{notedBy ?? "a former member"}</bdi>
        </p>
      )}
      {since.notedAt !== notedAt && <NewerNote note={note} />}
      <ActionForm change={change} submit="Save note" tone="default" toInput={({ note = "" }) => ({ id, note, seenAt })}>
        <NoteInput key={since.notedAt} note={note} onInput={() => begin(since)} />
      </ActionForm>
    </>
  )
}

function NewerNote({ note }: Pick<Purchase, "note">) {
  return (
    <Notice tone="note" title="Someone else changed this note">
      {note === null ? "The note is now empty." : <bdi>{note}</bdi>}
    </Notice>
  )
}

function NoteInput({ note, onInput }: Pick<Purchase, "note"> & { onInput(): void }) {
  return (
    <ParagraphsInput
      name="note"
      aria-label="Note"
      description="Only visible to members."
      defaultValue={note ?? ""}
      onInput={onInput}
      rows={3}
      maxLength={2000}
      dir="auto"
    />
  )
}
