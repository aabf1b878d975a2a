import type { MembersData } from "../../../../server/src/surfaces/pages/settings/data.ts"
import { Button } from "../../kit/button.tsx"
import { SelectField } from "../../kit/field.tsx"
import { roleInWords } from "../../kit/role.ts"
import { Row } from "../../kit/rows.tsx"
import { TokenForm } from "../../kit/token-form.tsx"
import { Unfold } from "../../kit/unfold.tsx"

type Members = MembersData

interface Props {
  member: Members["members"][number]
  manage: Members["manage"]
}

/** One member; who may manage changes the role or takes the member out. */
export function MemberRow({ member, manage }: Props) {
  const { email, name, role, isCaller } = member
  const mayChange = manage && !isCaller && manage.roles.includes(role)
  return (
    <Row
      title={name || email}
      detail={`${isCaller ? "You, " : ""}${roleInWords(role)}${name ? ` · ${email}` : ""}`}
      action={mayChange && <Change member={member} manage={manage} />}
    />
  )
}

function Change({ member: { accountId, email, role }, manage }: Props & { manage: NonNullable<Members["manage"]> }) {
  const hidden = { account_id: accountId }
  return (
    <Unfold label="Change" about={email}>
      <TokenForm form={manage.changeRole} hidden={hidden}>
        <SelectField name="role" label={`Role of ${email}`} defaultValue={role} options={manage.roles} />
        <Button type="submit" variant="default" size="sm">
          Change the role
        </Button>
      </TokenForm>
      <TokenForm form={manage.remove} hidden={hidden}>
        <Button type="submit" variant="danger" size="sm">
          Remove from the workspace
        </Button>
      </TokenForm>
    </Unfold>
  )
}
