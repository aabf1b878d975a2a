import { Button } from "../../kit/button.tsx"
import { useTrashDoc } from "./use-trash-doc.ts"

export function TrashButton({ id, title }: { id: string; title: string }) {
  const trash = useTrashDoc()
  return (
    <Button size="sm" variant="subtle" aria-label={`Move to trash: ${title}`} onClick={() => trash({ id, title })}>
      Move to trash
    </Button>
  )
}
