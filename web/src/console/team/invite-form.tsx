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
      toast({ tone: "good", title: `The invitation to ${email} is on its way.` })
      onDone()
    },
  })
  return (
    <ActionForm
      change={invite}
      submit="Send the invitation"
      toInput={({ email = "", role }) => ({ email, role: role as Role })}
    >
      <TextInput
        name="email"
        label="E-mail address"
        description="The invitation goes out by mail. Only this address can accept it, for two weeks."
        type="email"
        autoComplete="off"
        autoFocus
        required
      />
      <SelectInput name="role" label="Role" defaultValue="member" options={rolesToGive()} />
    </ActionForm>
  )
}
