import { Link as RouterLink } from "@tanstack/react-router"
import { When } from "../../kit/when.tsx"
import type { AnswerOf } from "../calls.ts"
import { countOf, ShareLink } from "../drive/share-link.tsx"
import { LinkKindSwitch } from "../ui/files/link-kind-switch.tsx"
import { type TableColumn, textColumn } from "../ui/lists/columns.tsx"
import { ListFrame } from "../ui/lists/list-frame.tsx"
import { useList } from "../ui/lists/use-list.ts"
import { Empty } from "../ui/page.tsx"
import { State, type StateWords } from "../ui/values/state.tsx"

type Link = AnswerOf<"list-share-links">["items"][number]

const columns: readonly TableColumn<Link>[] = [
  { title: "Name", width: "minmax(10rem, 2fr)", cell: ({ name }) => <bdi>{name}</bdi> },
  textColumn("Location", ({ folderPath }) => folderPath, { width: "minmax(6rem, 1fr)" }),
  textColumn("Created by", ({ maker }) => maker, { width: "minmax(6rem, 1fr)" }),
  { title: "Downloads", width: "9.5rem", cell: countOf, isNumber: true, isWide: true, sort: "-downloads" },
  { title: "Status", width: "7rem", cell: ({ state }) => <State {...states[state]} /> },
  { title: "Expires", width: "11rem", cell: endOf, isWide: true },
]

const states: Readonly<Record<Link["state"], StateWords>> = {
  works: { words: "Active", tone: "good" },
  revoked: { words: "Revoked", tone: "plain" },
  expired: { words: "Expired", tone: "plain" },
  "used-up": { words: "Limit reached", tone: "note" },
  "in-trash": { words: "In trash", tone: "note" },
}

function endOf({ expiresAt }: Link) {
  return expiresAt === null ? "No expiry" : <When at={expiresAt} />
}

export function View() {
  return (
    <ListFrame
      title="Share links"
      below={
        <>
          Links to the <RouterLink to="/drive">drive</RouterLink> stay active after their creator leaves.
        </>
      }
      above={<LinkKindSwitch now="share-links" />}
      list={useList("list-share-links", {}, { sorts: "shareLinks" })}
      columns={columns}
      empty={<Empty title="No share links yet">Open a file or folder in the drive and choose Share.</Empty>}
      panel={{ title: ({ name }) => name, content: (link) => <ShareLink link={link} /> }}
    />
  )
}
