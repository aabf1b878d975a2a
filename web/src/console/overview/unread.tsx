import { Notice } from "../../kit/notice.tsx"

const words: Readonly<Record<string, string>> = {
  arrivals: "files sent to you",
  writes: "apps and agents",
  unclear: "payments to look at",
  accounts: "payouts",
}

/** Lists the parts of the overview that could not be read. */
export function Unread({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <Notice tone="bad" title="Some of this page could not be loaded.">
      Missing: {names.map((name) => words[name] ?? name).join(", ")}. Load the page again in a minute.
    </Notice>
  )
}
