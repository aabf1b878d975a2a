import type { MembersData } from "../../../../server/src/surfaces/pages/settings/data.ts"
import { Button } from "../../kit/button.tsx"
import { SelectField, TextField } from "../../kit/field.tsx"
import { Stack } from "../../kit/stack.tsx"
import { TokenForm } from "../../kit/token-form.tsx"

/** Invites an address. */
export function Invite({ manage }: { manage: NonNullable<MembersData["manage"]> }) {
  const { invite, roles } = manage
  return (
    <TokenForm form={invite}>
      <Stack>
        <TextField label="E-mail address" name="email" type="email" defaultValue={invite.email} required />
        <SelectField label="Role" name="role" defaultValue={invite.role} options={roles} />
        <Button type="submit">Send the invitation</Button>
      </Stack>
    </TokenForm>
  )
}
