import { Button } from "../../kit/button.tsx"
import { mayAs } from "../here.ts"
import { BackFromTrash } from "../ui/back-from-trash.tsx"
import { View as Frame } from "../ui/page.tsx"
import { SidePanel } from "../ui/panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import { DocList } from "./doc-list.tsx"
import { DocTrash } from "./doc-trash.tsx"
import { ImportForm } from "./import-form.tsx"
import { useNewDoc } from "./use-new-doc.ts"

/** The workspace's docs. The search and the open panel are in the address. */
export function View() {
  const { search, go } = useAddress()
  const inTrash = search.trash === "1"
  return (
    <Frame
      title={inTrash ? "Trash" : "Docs"}
      below={inTrash && "Deleted permanently after 30 days."}
      actions={inTrash ? <BackFromTrash to="docs" /> : mayAs("member") && <Begin />}
    >
      {inTrash ? <DocTrash /> : <DocList />}
      {search.import === "1" && (
        <SidePanel title="Import doc" onClose={() => go({ import: undefined })}>
          <ImportForm />
        </SidePanel>
      )}
    </Frame>
  )
}

function Begin() {
  const { go } = useAddress()
  const { create, isCreating } = useNewDoc()
  return (
    <>
      <Button variant="default" onClick={() => go({ import: "1" })}>
        Import
      </Button>
      <Button isBusy={isCreating} onClick={create}>
        Create doc
      </Button>
    </>
  )
}
