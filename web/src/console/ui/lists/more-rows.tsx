import { Button } from "../../../kit/button.tsx"
import type { LoadedList } from "./use-list.ts"

type Props = { list: Pick<LoadedList<unknown>, "hasMore" | "onMore">; label?: string }

export function MoreRows({ list: { hasMore, onMore }, label = "Load more" }: Props) {
  return (
    hasMore && (
      <div>
        <Button variant="subtle" onClick={onMore}>
          {label}
        </Button>
      </div>
    )
  )
}
