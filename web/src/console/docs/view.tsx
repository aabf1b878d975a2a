import { Button } from "../../kit/button.tsx"
import { mayAs } from "../console-data.ts"
import { View as Frame } from "../ui/page.tsx"
import { AddressButton } from "../ui/panels/address-button.tsx"
import { AddressPanel } from "../ui/panels/address-panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import { DocList } from "./doc-list.tsx"
import { DocTrash } from "./doc-trash.tsx"
import { ImportForm } from "./import-form.tsx"
import { useNewDoc } from "./use-new-doc.ts"

export function View() {
  if (useAddress().search.trash === "1") return <DocTrash />
  return (
    <Frame title="Docs" actions={mayAs("member") && <Begin />}>
      <DocList />
      <AddressPanel by="import" title="Import doc">
        {() => <ImportForm />}
      </AddressPanel>
    </Frame>
  )
}

function Begin() {
  const { create, isCreating } = useNewDoc()
  return (
    <>
      <AddressButton variant="default" label="Import" to={{ import: "1" }} />
      <Button isBusy={isCreating} onClick={create}>
        Create doc
      </Button>
    </>
  )
}
