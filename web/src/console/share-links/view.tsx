import { Link as RouterLink } from "@tanstack/react-router"
import { listSorts } from "../../../../server/src/contract/console/list-sorts.ts"
import { When } from "../../kit/when.tsx"
import { type AnswerOf, pagesOf } from "../ask.ts"
import { countOf, ShareLink } from "../drive/share-link.tsx"
import { LinkKindSwitch } from "../ui/files/link-kind-switch.tsx"
import { useList } from "../ui/list.ts"
import { OpenList } from "../ui/open-list.tsx"
import { Empty, View as Frame } from "../ui/page.tsx"
import { State, type StateWords } from "../ui/state.tsx"
import type { TableColumn } from "../ui/table.tsx"
import { useSort } from "../ui/use-sort.ts"

type Link = AnswerOf<"list-share-links">["items"][number]

const columns: readonly TableColumn<Link>[] = [
  { title: "Name", width: "minmax(10rem, 2fr)", cell: ({ name }) => <bdi>{name}</bdi> },
  { title: "Location", width: "minmax(6rem, 1fr)", cell: ({ folderPath }) => <bdi>{folderPath}</bdi>, isWide: true },
  { title: "Created by", width: "minmax(6rem, 1fr)", cell: ({ maker }) => <bdi>{maker}</bdi>, isWide: true },
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

/** All share links of the drive. The open one is in the address. */
export function View() {
  const { asked, sort } = useSort(listSorts.shareLinks)
  const list = useList(pagesOf("list-share-links", asked), ({ items }) => items)
  return (
    <Frame
      title="Share links"
      below={
        <>
          Links to the <RouterLink to="/drive">drive</RouterLink> stay active after their creator leaves.
        </>
      }
    >
      <LinkKindSwitch now="share-links" />
      <OpenList
        label="Share links"
        columns={columns}
        list={list}
        sort={sort}
        empty={<Empty title="No share links yet">Open a file or folder in the drive and choose Share.</Empty>}
        titleOf={({ name }) => name}
        sheet={(link) => <ShareLink link={link} />}
      />
    </Frame>
  )
}
