import type { InvitationData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Button, ButtonLink } from "../../kit/button.tsx"
import { FormRefusal, TokenForm } from "../../kit/forms/token-form.tsx"
import { Frame, Heading } from "../../kit/frame.tsx"
import { useHouse } from "../../kit/house.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Panel } from "../../kit/panel.tsx"
import { Pattern } from "../../kit/people/pattern.tsx"
import { roleInWords } from "../../kit/people/role.ts"

const abilities: Record<string, string> = {
  admin: "You can edit and manage members.",
  member: "You can view and edit.",
  viewer: "You can view only.",
}

export function Page(invitation: InvitationData) {
  const { workspaceName, inviter, email, role, accept, signInPath, refusal } = invitation
  const { visitor } = useHouse()
  return (
    <Frame width="narrow">
      <Panel label="Invitation">
        <Pattern text={workspaceName} tiles={8} />
        <Heading
          below={
            <>
              <bdi>{inviter}</bdi> invited you as {roleInWords(role)}. {abilities[role]}
            </>
          }
        >{`Join ${workspaceName}`}</Heading>
        <FormRefusal refusal={refusal} />
        {visitor && !accept && (
          <Notice tone="note" title={`This invitation is for ${email}`}>
            You’re signed in as {visitor.email}.
          </Notice>
        )}
        {accept ? (
          <TokenForm form={accept}>
            <Button type="submit" size="lg" isWide>
              Join workspace
            </Button>
          </TokenForm>
        ) : (
          <ButtonLink href={signInPath} size="lg" isWide>
            {visitor ? "Use another account" : "Sign in to join"}
          </ButtonLink>
        )}
      </Panel>
    </Frame>
  )
}
