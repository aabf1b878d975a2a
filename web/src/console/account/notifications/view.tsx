import { Link } from "@tanstack/react-router"
import { Button } from "../../../kit/button.tsx"
import { pagesOf } from "../../ask.ts"
import { Lines, ReadAll } from "../../notifications/lines.tsx"
import { useList } from "../../ui/list.ts"
import { Empty, View as Frame } from "../../ui/page.tsx"

/** All of a person's notifications, from every workspace. */
export function View() {
  const list = useList(pagesOf("list-notifications", {}), ({ items }) => items)
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
      {list.hasMore && (
        <div>
          <Button variant="subtle" onClick={list.onMore}>
            Load more
          </Button>
        </div>
      )}
    </Frame>
  )
}
