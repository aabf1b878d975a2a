import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { listSorts } from "../../../../server/src/contract/console/list-sorts.ts"
import { roleWords } from "../../../../server/src/contract/words.ts"
import { Button } from "../../kit/button.tsx"
import { NamedAvatar } from "../../kit/people/avatar.tsx"
import { When } from "../../kit/when.tsx"
import { readOf } from "../ask.ts"
import { mayAs, strength } from "../here.ts"
import { View as Frame } from "../ui/page.tsx"
import { SidePanel } from "../ui/panel.tsx"
import { Table, type TableColumn } from "../ui/table.tsx"
import { useAddress } from "../ui/use-address.ts"
import { useKept } from "../ui/use-kept.ts"
import { useSort } from "../ui/use-sort.ts"
import { Invitations } from "./invitations.tsx"
import { InviteForm } from "./invite-form.tsx"
import { type ListedMember, MemberSheet } from "./member-sheet.tsx"

const columns: readonly TableColumn<ListedMember>[] = [
  {
    title: "Name",
    sort: "name",
    width: "minmax(10rem, 2fr)",
    cell: ({ accountId, name, email, isCaller }) => (
      <>
        <NamedAvatar accountId={accountId} name={name ?? email} />
        {isCaller && " (you)"}
      </>
    ),
  },
  { title: "Email", width: "minmax(10rem, 3fr)", cell: ({ email }) => email, isWide: true },
  { title: "Role", width: "6rem", cell: ({ role }) => roleWords[role], sort: "-role" },
  {
    title: "Joined",
    width: "8rem",
    cell: ({ joinedAt }) => <When at={joinedAt} isDay />,
    isWide: true,
    sort: "-joined_at",
  },
]

const comparisons: Readonly<Record<string, (one: ListedMember, other: ListedMember) => number>> = {
  role: (one, other) => strength.indexOf(one.role) - strength.indexOf(other.role),
  name: (one, other) => (one.name ?? one.email).localeCompare(other.name ?? other.email),
  joined_at: (one, other) => one.joinedAt - other.joinedAt,
}

/** All members are loaded, so the browser sorts them. */
function inOrder(members: readonly ListedMember[], sort: string): readonly ListedMember[] {
  const compare = comparisons[sort.replace(/^-/, "")] ?? (() => 0)
  return members.toSorted((one, other) => (sort.startsWith("-") ? compare(other, one) : compare(one, other)))
}

/** The members and the invitations. The open member and the invitation form are in the address. */
export function View() {
  const { search, go } = useAddress()
  const { sort } = useSort(listSorts.members)
  const { data } = useQuery(readOf("list-members", {}))
  const members = useMemo(() => inOrder(data?.items ?? [], sort.now), [data, sort.now])
  const open = useKept(
    search.open,
    members.find(({ accountId }) => accountId === search.open),
  )
  const isInviting = search.new === "1" && mayAs("admin")
  return (
    <Frame title="Members" actions={mayAs("admin") && <Button onClick={() => go({ new: "1" })}>Invite people</Button>}>
      <Table
        label="Members"
        columns={columns}
        rows={members}
        sort={sort}
        keyOf={({ accountId }) => accountId}
        onOpen={({ accountId }) => go({ open: accountId })}
        hasMore={false}
        onMore={() => {}}
      />
      {mayAs("admin") && <Invitations />}
      {isInviting && (
        <SidePanel title="Invite people" onClose={() => go({ new: undefined })}>
          <InviteForm onDone={() => go({ new: undefined })} />
        </SidePanel>
      )}
      {open && (
        <SidePanel title={open.name ?? open.email} onClose={() => go({ open: undefined })}>
          <MemberSheet key={open.accountId} member={open} onClose={() => go({ open: undefined })} />
        </SidePanel>
      )}
    </Frame>
  )
}
