import { ButtonLink } from "../../kit/button.tsx"
import { useList } from "../ui/lists/use-list.ts"
import { SidePanel } from "../ui/panels/panel.tsx"
import styles from "./lines.module.css"
import { Lines, ReadAll } from "./lines.tsx"

export function Latest({ onClose }: { onClose(): void }) {
  const list = useList("list-notifications", {})
  return (
    <SidePanel title="Notifications" onClose={onClose}>
      {list.isLoaded && list.items.length === 0 ? (
        <p>No notifications yet</p>
      ) : (
        <div>
          <ReadAll lines={list.items} />
        </div>
      )}
      <Lines lines={list.items} />
      <p className={`wrap ${styles.more}`}>
        <ButtonLink href="/account/notifications" variant="link">
          View all
        </ButtonLink>
        <ButtonLink href="/account/notifications/settings" variant="link">
          Notification settings
        </ButtonLink>
      </p>
    </SidePanel>
  )
}
