import type { Role } from "../../../../server/src/contract/console/route.ts"
import { roleWords } from "../../../../server/src/contract/words.ts"
import { leaveBy } from "../../kit/loading/busy.ts"
import { roleInWords } from "../../kit/people/role.ts"
import { Unfold } from "../../kit/unfold.tsx"
import { When } from "../../kit/when.tsx"
import { useChange } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { mayAs, ourWorkspace } from "../console-data.ts"
import { rolesToGive } from "../roles.ts"
import { ActionForm, SelectInput } from "../ui/form.tsx"
import { Facts } from "../ui/values/facts.tsx"

export type ListedMember = AnswerOf<"list-members">["items"][number]

interface Props {
  member: ListedMember
  onClose(): void
}

/** A member's details. Admins can change the role or remove the member; members can leave. */
export function MemberSheet({ member, onClose }: Props) {
  const { name, email, role, joinedAt, isCaller } = member
  const mayChange = mayAs("admin") && (role !== "owner" || mayAs("owner"))
  return (
    <>
      <Facts
        facts={[
          ["Email", name && email],
          ["Role", roleWords[role]],
          ["Joined", <When key="joined" at={joinedAt} isDay />],
        ]}
      />
      {mayChange && !isCaller && <RoleForm member={member} onClose={onClose} />}
      {mayChange && !isCaller && <Remove member={member} onClose={onClose} />}
      {isCaller && <Leave />}
    </>
  )
}

function RoleForm({ member: { accountId, name, email, role }, onClose }: Props) {
  const changeRole = useChange("change-role", {
    makesStale: ["list-members", "list-invitations"],
    isForm: true,
    says: ({ role }) => `${name ?? email} is now ${roleInWords(role)}`,
    onDone: onClose,
  })
  return (
    <ActionForm change={changeRole} submit="Change role" toInput={({ role }) => ({ accountId, role: role as Role })}>
      <SelectInput name="role" label="Role" defaultValue={role} options={rolesToGive()} />
    </ActionForm>
  )
}

function Remove({ member: { accountId, name, email }, onClose }: Props) {
  const remove = useChange("remove-member", {
    makesStale: ["list-members", "list-invitations", "list-workspace-connections"],
    isForm: true,
    says: `${name ?? email} removed`,
    onDone: onClose,
  })
  return (
    <Unfold label="Remove" about={email}>
      <p>They and their connected apps lose access immediately. Their content stays.</p>
      <ActionForm change={remove} submit="Remove member" tone="danger" toInput={() => ({ accountId })} />
    </Unfold>
  )
}

function Leave() {
  const leave = useChange("leave-workspace", {
    makesStale: [],
    isForm: true,
    onDone: () => leaveBy(() => location.assign("/account")),
  })
  return (
    <Unfold label="Leave" about={ourWorkspace().name}>
      <p>You need a new invite to return. Your apps are disconnected. Your content stays.</p>
      <ActionForm change={leave} submit="Leave workspace" tone="danger" toInput={() => ({})} />
    </Unfold>
  )
}
