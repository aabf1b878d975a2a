import type { ConsentData } from "../../../../server/src/surfaces/pages/consent/data.ts"
import { Column } from "../../kit/column.tsx"
import { FormRefusal } from "../../kit/form-refusal.tsx"
import { Frame } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { useHouse } from "../../kit/house.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Panel } from "../../kit/panel.tsx"
import { TokenForm } from "../../kit/token-form.tsx"
import { Asker } from "./asker.tsx"
import { Decision } from "./decision.tsx"
import { Lifetime } from "./lifetime.tsx"
import { Part } from "./part.tsx"
import { Permissions } from "./permissions.tsx"
import { Reach } from "./reach.tsx"

/** Asks whether an agent may act for this person, where, and for what. */
export function Page(consent: ConsentData) {
  const { clientName, scopes, workspaces, form, refusal } = consent
  const { brandName } = useHouse()
  const canAllow = workspaces.length > 0
  return (
    <Frame width="narrow">
      <Column>
        <Heading below={<Who {...consent} />}>{`${clientName} asks to act for you in ${brandName}`}</Heading>
        <FormRefusal refusal={refusal} />
        <Panel label="What you decide">
          <Asker {...consent} />
          <Part title="What it may do">
            <Permissions scopes={scopes} />
          </Part>
          <TokenForm form={form}>
            <Column>
              <Part title="Where">{canAllow ? <Reach {...consent} /> : <FirstWorkspace {...consent} />}</Part>
              <Part title="For how long">
                <Lifetime {...consent} />
              </Part>
              <Decision canAllow={canAllow} />
            </Column>
          </TokenForm>
        </Panel>
      </Column>
    </Frame>
  )
}

function Who({ email, form }: ConsentData) {
  return (
    <>
      You are signed in as <bdi>{email}</bdi>.{" "}
      <a href={`/sign-in?${new URLSearchParams({ return_to: form.action })}`}>Use another account</a>
    </>
  )
}

function FirstWorkspace({ newWorkspacePath }: ConsentData) {
  return (
    <Notice tone="note" title="You belong to no workspace yet, so there is nothing to allow.">
      <a href={newWorkspacePath}>Make a workspace</a>, then connect the app again.
    </Notice>
  )
}
