import { useMemo } from "react"
import { roleWords } from "../../../../server/src/contract/words.ts"
import { NamedAvatar } from "../../kit/people/avatar.tsx"
import { Row, Rows, Section } from "../../kit/section.tsx"
import { When } from "../../kit/when.tsx"
import { useChange, useRead } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { mayAs, strength } from "../console-data.ts"
import { SmallChange } from "../ui/form.tsx"
import { dayColumn, type TableColumn } from "../ui/lists/columns.tsx"
import { ListFrame } from "../ui/lists/list-frame.tsx"
import { useSort, wholeList } from "../ui/lists/use-list.ts"
import { MailTrouble } from "../ui/mail-trouble.tsx"
import { AddressButton, AddressPanel } from "../ui/panels/panel.tsx"
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

type Invitation = AnswerOf<"list-invitations">["items"][number]

/** The open invitations. Each can be sent again or revoked. */
function Invitations() {
  const invitations = useRead("list-invitations", {}).data?.items ?? []
  if (invitations.length === 0) return null
  return (
    <Section title="Pending invites">
      <Rows>
        {invitations.map((invitation) => (
          <Row
            key={invitation.id}
            title={invitation.email}
            detail={
              <>
                {roleWords[invitation.role]}, expires <When at={invitation.expiresAt} isDay />
                <MailTrouble mail={invitation.mail} />
              </>
            }
            action={<Actions invitation={invitation} />}
          />
        ))}
      </Rows>
    </Section>
  )
}

function Actions({ invitation: { id, email, role } }: { invitation: Invitation }) {
  const again = useChange("invite-member", {
    makesStale: ["list-invitations"],
    says: ({ email }) => `Invite sent to ${email} again`,
  })
  const revoke = useChange("revoke-invitation", { makesStale: ["list-invitations"], says: "Invite canceled" })
  return (
    <div className="wrap gap-2">
      <SmallChange label="Resend invite" about={`Resend invite to ${email}`} change={again} input={{ email, role }} />
      <SmallChange label="Cancel invite" about={`Cancel invite to ${email}`} change={revoke} input={{ id }} />
    </div>
  )
}
