import { Button } from "../../kit/button.tsx"
import { FolderChoice, useFolderChoice } from "../ui/files/folder-choice.tsx"
import { SidePanel } from "../ui/panels/panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import { useMoveEntries } from "./use-move-entries.ts"

export function MovePanel({ ids }: { ids: readonly string[] }) {
  const { search, go } = useAddress()
  const choice = useFolderChoice(search.folder ?? null)
  const move = useMoveEntries()
  const close = () => go({ move: undefined })
  return (
    <SidePanel title={ids.length === 1 ? "Move to folder" : `Move ${ids.length} items to folder`} onClose={close}>
      <FolderChoice choice={choice} moved={ids} />
      {choice.path && (
        <div>
          <Button
            onClick={() => {
              move(ids, choice)
              close()
            }}
          >
            Move to {choice.name}
          </Button>
        </div>
      )}
    </SidePanel>
  )
}
