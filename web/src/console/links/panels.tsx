import { useRead } from "../ask.ts"
import { mayAs } from "../console-data.ts"
import { SidePanel } from "../ui/panels/panel.tsx"
import { useLastFound } from "../ui/panels/use-last-found.ts"
import { useAddress } from "../ui/use-address.ts"
import { ImportPanel } from "./import/import-panel.tsx"
import { LinkForm } from "./link-form.tsx"
import { LinkSheet } from "./link-sheet.tsx"
import type { Link } from "./link-states.ts"

export function Panels({ listed }: { listed: readonly Link[] }) {
  const { search, go } = useAddress()
  const open = useOpenLink(listed, search.open)
  const close = () => go({ new: undefined, open: undefined, show: undefined, days: undefined, import: undefined })
  if (search.new === "1") {
    return (
      <SidePanel title="New link" onClose={close}>
        <LinkForm onDone={close} />
      </SidePanel>
    )
  }
  if (search.import === "1" && mayAs("member")) return <ImportPanel onClose={close} />
  if (!open) return null
  return (
    <SidePanel title={open.title ?? open.slug} onClose={close}>
      <LinkSheet link={open} inTrash={open.state === "trashed"} onClose={close} />
    </SidePanel>
  )
}

/** The open link; it may be outside of the loaded part of the list. */
function useOpenLink(listed: readonly Link[], id: string | undefined): Link | undefined {
  const found = useLastFound(
    id,
    listed.find((link) => link.id === id),
  )
  const { data } = useRead("get-link", { id: id ?? "" }, { enabled: Boolean(id) && !found })
  return id ? (found ?? data) : undefined
}
