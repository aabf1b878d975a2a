import { Button } from "../../../kit/button.tsx"
import type { LoadedList } from "./use-list.ts"

export function MoreRows({
  list,
  label = "Load more",
}: {
  list: Pick<LoadedList<unknown>, "hasMore" | "onMore">
  label?: string
}) {
  return (
    list.hasMore && (
      <div>
        <Button variant="subtle" onClick={list.onMore}>
          {label}
        </Button>
      </div>
    )
  )
}
