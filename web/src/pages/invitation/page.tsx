import { Button } from "@mantine/core"
import { FormRefusal } from "../../kit/form-refusal.tsx"
import { Page } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Panel } from "../../kit/panel.tsx"
import { Pattern } from "../../kit/pattern.tsx"
import { roleInWords } from "../../kit/role.ts"
import { TokenForm } from "../../kit/token-form.tsx"
import { type PageData, readHouse } from "../../page-data.ts"

const abilities: Record<string, string> = {
  admin: "You will read, make and change things there, and manage its people.",
  member: "You will read, make and change things there.",
  viewer: "You will read what is there, and change nothing.",
}

/** An invitation, and the button that the invited person accepts it with. */
export function InvitationPage(invitation: PageData["invitation"]) {
  const { workspaceName, inviter, email, role, accept, signInPath, refusal } = invitation
  const { visitor } = readHouse()
  const below = `${inviter} invites you to be ${roleInWords(role)}. ${abilities[role] ?? ""}`
  return (
    <Page width="narrow">
      <Panel label="Invitation">
        <Pattern text={workspaceName} tiles={8} />
        <Heading below={below}>{`Join ${workspaceName}`}</Heading>
        <FormRefusal refusal={refusal} />
        {visitor && !accept && (
          <Notice tone="note" title={`The invitation is for ${email}.`}>
            You are signed in as {visitor.email}.
          </Notice>
        )}
        {accept ? (
          <TokenForm form={accept}>
            <Button type="submit" size="lg" fullWidth>
              Join
            </Button>
          </TokenForm>
        ) : (
          <Button component="a" href={signInPath} size="lg" fullWidth>
            {visitor ? "Use the other address" : "Sign in to join"}
          </Button>
        )}
      </Panel>
    </Page>
  )
}
