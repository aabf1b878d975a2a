import { useQuery } from "@tanstack/react-query"
import { roleWords } from "../../../../server/src/contract/words.ts"
import { NamedAvatar } from "../../kit/avatar.tsx"
import { Button } from "../../kit/button.tsx"
import { When } from "../../kit/when.tsx"
import { readOf } from "../ask.ts"
import { mayAs } from "../here.ts"
import { View as Frame } from "../ui/page.tsx"
import { SidePanel } from "../ui/panel.tsx"
import { Table, type TableColumn } from "../ui/table.tsx"
import { useAddress } from "../ui/use-address.ts"
import { useKept } from "../ui/use-kept.ts"
import { Invitations } from "./invitations.tsx"
import { InviteForm } from "./invite-form.tsx"
import { type ListedMember, MemberSheet } from "./member-sheet.tsx"

const columns: readonly TableColumn<ListedMember>[] = [
  {
    title: "Name",
    width: "minmax(10rem, 2fr)",
    cell: ({ accountId, name, email, isCaller }) => (
      <>
        <NamedAvatar accountId={accountId} name={name ?? email} />
        {isCaller && " (you)"}
      </>
    ),
  },
  { title: "Email", width: "minmax(10rem, 3fr)", cell: ({ email }) => email, isWide: true },
  { title: "Role", width: "6rem", cell: ({ role }) => roleWords[role] },
  { title: "Joined", width: "8rem", cell: ({ joinedAt }) => <When at={joinedAt} isDay />, isWide: true },
]

/** The members and the invitations. The open member and the invitation form are in the address. */
export function View() {
  const { search, go } = useAddress()
  const members = useQuery(readOf("list-members", {})).data?.items ?? []
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
