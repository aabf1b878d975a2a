import { Link } from "@tanstack/react-router"
import { Lines, ReadAll } from "../../notifications/lines.tsx"
import { MoreRows } from "../../ui/lists/more-rows.tsx"
import { useList } from "../../ui/lists/use-list.ts"
import { Empty, View as Frame } from "../../ui/page.tsx"

export function View() {
  const list = useList("list-notifications", {})
  const isEmpty = list.isLoaded && list.items.length === 0
  return (
    <Frame
      title="Notifications"
      below={
        <>
          Kept for 90 days. <Link to="/notifications/settings">Notification settings</Link>
        </>
      }
      actions={!isEmpty && <ReadAll lines={list.items} />}
      isNarrow
    >
      {isEmpty && <Empty title="No notifications yet">Sales, mentions and new files appear here.</Empty>}
      <Lines lines={list.items} />
      <MoreRows list={list} />
    </Frame>
  )
}
