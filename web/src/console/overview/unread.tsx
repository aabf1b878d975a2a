import { Notice } from "../../kit/notice.tsx"

const words: Readonly<Record<string, string>> = {
  arrivals: "received files",
  writes: "apps and agents",
  unclear: "payment issues",
  accounts: "payouts",
}

/** Lists the parts of the overview that could not be read. */
export function Unread({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <Notice tone="bad" title="Some data couldn’t be loaded.">
      Missing: {names.map((name) => words[name] ?? name).join(", ")}. Reload in a minute.
    </Notice>
  )
}
