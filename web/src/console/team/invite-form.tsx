import type { Role } from "../../../../server/src/contract/console/route.ts"
import { rolesToGive } from "../roles.ts"
import { ActionForm, SelectInput, TextInput } from "../ui/form.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"

export function InviteForm({ onDone }: { onDone(): void }) {
  const invite = useChange("invite-member", {
    makesStale: ["list-invitations"],
    isForm: true,
    onDone: ({ email }) => {
      toast({ tone: "good", title: `Invite sent to ${email}` })
      onDone()
    },
  })
  return (
    <ActionForm
      change={invite}
      submit="Send invite"
      toInput={({ email = "", role }) => ({ email, role: role as Role })}
    >
      <TextInput
        name="email"
        label="Email"
        description="Only this email can accept, within two weeks."
        type="email"
        autoComplete="off"
        autoFocus
        required
      />
      <SelectInput name="role" label="Role" defaultValue="member" options={rolesToGive()} />
    </ActionForm>
  )
}
