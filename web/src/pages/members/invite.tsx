import { Button, NativeSelect, Stack, TextInput } from "@mantine/core"
import { TokenForm } from "../../kit/token-form.tsx"
import type { PageData } from "../../page-data.ts"

/** Invites an address. */
export function Invite({ manage }: { manage: NonNullable<PageData["members"]["manage"]> }) {
  const { invite, roles } = manage
  return (
    <TokenForm form={invite}>
      <Stack>
        <TextInput label="E-mail address" name="email" type="email" defaultValue={invite.email} required />
        <NativeSelect label="Role" name="role" defaultValue={invite.role} data={roles} />
        <Button type="submit">Send the invitation</Button>
      </Stack>
    </TokenForm>
  )
}
