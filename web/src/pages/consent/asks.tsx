import type { ConsentData } from "../../../../server/src/contract/pages/consent.ts"
import { Column } from "../../kit/column.tsx"
import { FormRefusal } from "../../kit/forms/form-refusal.tsx"
import { TokenForm } from "../../kit/forms/token-form.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Panel } from "../../kit/panel.tsx"
import { Asker } from "./asker.tsx"
import { Decision } from "./decision.tsx"
import { Lifetime } from "./lifetime.tsx"
import { Part } from "./part.tsx"
import { Permissions } from "./permissions.tsx"
import { Reach } from "./reach.tsx"

/** Asks whether an app may act for this person, where, and for what. */
export function Asks(consent: ConsentData) {
  const { scopes, workspaces, form, refusal } = consent
  const canAllow = workspaces.length > 0
  return (
    <Panel label="Access request">
      <TokenForm form={form}>
        <Column>
          <Asker {...consent} />
          <FormRefusal refusal={refusal} />
          {!canAllow && <FirstWorkspace />}
          <Part title="Permissions">
            <Permissions scopes={scopes} />
          </Part>
          {canAllow && (
            <Part title="Workspaces">
              <Reach {...consent} />
            </Part>
          )}
          <Part title="Expires">
            <Lifetime {...consent} />
          </Part>
          <Who {...consent} />
          <Decision canAllow={canAllow} newWorkspacePath={consent.newWorkspacePath} />
        </Column>
      </TokenForm>
    </Panel>
  )
}

function Who({ email, form }: ConsentData) {
  return (
    <p className="muted small breaks">
      Signed in as <bdi>{email}</bdi>.{" "}
      <a href={`/sign-in?${new URLSearchParams({ return_to: form.action, another: "" })}`}>Use another account</a>
    </p>
  )
}

function FirstWorkspace() {
  return (
    <Notice tone="note" title="Create a workspace first">
      You'll return to this page afterwards.
    </Notice>
  )
}
