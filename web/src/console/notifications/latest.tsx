import { ButtonLink } from "../../kit/button.tsx"
import { listOf } from "../ask.ts"
import { useList } from "../ui/list.ts"
import { SidePanel } from "../ui/panel.tsx"
import { Lines, ReadAll } from "./lines.tsx"

/** What came in last, over whatever page is open. */
export function Latest({ onClose }: { onClose(): void }) {
  const list = useList(listOf("list-notifications", {}), ({ items }) => items)
  return (
    <SidePanel title="Notifications" onClose={onClose}>
      <div>
        <ReadAll lines={list.items} />{" "}
        <ButtonLink href="/account/notifications" variant="subtle" size="sm">
          See all
        </ButtonLink>{" "}
        <ButtonLink href="/account/notifications/settings" variant="subtle" size="sm">
          Choose what you hear of
        </ButtonLink>
      </div>
      {list.isLoaded && list.items.length === 0 && <p>Nothing has happened that concerns you.</p>}
      <Lines lines={list.items} />
    </SidePanel>
  )
}
