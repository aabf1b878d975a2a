import { createPortal } from "react-dom"
import { Unfold } from "../../kit/unfold.tsx"
import { useChange } from "../ask.ts"
import { ActionForm, ChangeButton, TextInput } from "../ui/form.tsx"
import { SidePanel } from "../ui/panels/panel.tsx"

interface Props {
  conversation: { id: string; title: string }
  /** The conversation has changes that can be undone. */
  canUndo: boolean
  onClose(): void
  onDeleted(): void
}

/** Renames a conversation, undoes its changes, or deletes it. */
export function ConversationSheet({ conversation: { id, title }, canUndo, onClose, onDeleted }: Props) {
  const rename = useChange("rename-conversation", {
    makesStale: ["list-conversations", "get-conversation"],
    isForm: true,
    onDone: onClose,
  })
  return createPortal(
    <SidePanel title={title} onClose={onClose}>
      <ActionForm change={rename} toInput={({ title = "" }) => ({ id, title })} submit="Rename">
        <TextInput name="title" label="Title" defaultValue={title} maxLength={100} dir="auto" />
      </ActionForm>
      {canUndo && <UndoAll id={id} onDone={onClose} />}
      <Delete
        id={id}
        title={title}
        onDone={() => {
          onClose()
          onDeleted()
        }}
      />
    </SidePanel>,
    document.body,
  )
}

function UndoAll({ id, onDone }: { id: string; onDone(): void }) {
  const undo = useChange("undo-calls", { makesStale: [], onDone })
  return (
    <Unfold label="Undo changes" about="this conversation">
      <p>Later changes by others are kept.</p>
      <ChangeButton variant="danger" label="Undo all changes" change={undo} input={{ conversationId: id }} />
    </Unfold>
  )
}

function Delete({ id, title, onDone }: { id: string; title: string; onDone(): void }) {
  const remove = useChange("delete-conversation", {
    makesStale: ["list-conversations"],
    says: "Conversation deleted",
    onDone,
  })
  return (
    <Unfold label="Delete" about={title}>
      <p>Messages are deleted permanently. Changes in the workspace are kept.</p>
      <ChangeButton variant="danger" label="Delete conversation" change={remove} input={{ id }} />
    </Unfold>
  )
}
