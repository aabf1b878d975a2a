import { useMemo } from "react"
import { roleWords } from "../../../../server/src/contract/words.ts"
import { NamedAvatar } from "../../kit/people/avatar.tsx"
import { useRead } from "../ask.ts"
import { mayAs, strength } from "../console-data.ts"
import { dayColumn } from "../ui/lists/columns.tsx"
import { ListFrame } from "../ui/lists/list-frame.tsx"
import type { TableColumn } from "../ui/lists/table.tsx"
import { wholeList } from "../ui/lists/use-list.ts"
import { useSort } from "../ui/lists/use-sort.ts"
import { AddressButton } from "../ui/panels/address-button.tsx"
import { AddressPanel } from "../ui/panels/address-panel.tsx"
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
  dayColumn("Joined", ({ joinedAt }) => joinedAt, { sort: "-joined_at" }),
]

const comparisons: Readonly<Record<string, (one: ListedMember, other: ListedMember) => number>> = {
  role: (one, other) => strength.indexOf(one.role) - strength.indexOf(other.role),
  name: (one, other) => (one.name ?? one.email).localeCompare(other.name ?? other.email),
  joined_at: (one, other) => one.joinedAt - other.joinedAt,
}

/** All members are loaded, so the browser sorts them. */
function inOrder(members: readonly ListedMember[], sort = "-role"): ListedMember[] {
  const compare = comparisons[sort.replace(/^-/, "")] ?? (() => 0)
  return members.toSorted((one, other) => (sort.startsWith("-") ? compare(other, one) : compare(one, other)))
}

export function View() {
  const { sort } = useSort("members")
  const query = useRead("list-members", {})
  const items = useMemo(() => inOrder(query.data?.items ?? [], sort?.now), [query.data, sort?.now])
  return (
    <ListFrame
      title="Members"
      actions={mayAs("admin") && <AddressButton label="Invite people" to={{ new: "1" }} />}
      list={{ ...wholeList(query), items, sort }}
      columns={columns}
      idOf={({ accountId }) => accountId}
      empty={null}
      panel={{
        title: ({ name, email }) => name ?? email,
        content: (member, close) => <MemberSheet key={member.accountId} member={member} onClose={close} />,
      }}
    >
      {mayAs("admin") && <Invitations />}
      {mayAs("admin") && (
        <AddressPanel by="new" title="Invite people">
          {(close) => <InviteForm onDone={close} />}
        </AddressPanel>
      )}
    </ListFrame>
  )
}
