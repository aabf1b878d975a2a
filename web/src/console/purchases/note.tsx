import { When } from "../../kit/when.tsx"
import type { AnswerOf } from "../ask.ts"
import { ActionForm, ParagraphsInput } from "../ui/form.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
import styles from "./view.module.css"

type Purchase = AnswerOf<"get-purchase">

/** What the workspace's members noted on a purchase. The buyer never reads it. */
export function Note({ purchase: { id, note, notedAt, notedBy } }: { purchase: Purchase }) {
  const change = useChange("note-on-purchase", {
    makesStale: ["get-purchase", "list-purchases"],
    isForm: true,
    onDone: ({ note }) => toast({ tone: "good", title: note === null ? "The note is gone." : "The note is kept." }),
  })
  return (
    <>
      {notedAt !== null && (
        <p className={styles.quiet}>
          Changed <When at={notedAt} /> by <bdi>{notedBy ?? "somebody who has left"}</bdi>
        </p>
      )}
      <ActionForm
        change={change}
        submit="Keep the note"
        tone="default"
        toInput={({ note = "" }) => ({ id, note, seenAt: notedAt })}
      >
        <ParagraphsInput
          key={notedAt}
          name="note"
          aria-label="Note"
          description="Members of this workspace read it, the buyer does not."
          defaultValue={note ?? ""}
          rows={3}
          maxLength={2000}
          dir="auto"
        />
      </ActionForm>
    </>
  )
}
