import { type ReactNode, useId } from "react"
import type { ConsentData } from "../../../../server/src/contract/pages/consent.ts"
import { areaWords } from "../../../../server/src/contract/words.ts"
import { Button, ButtonLink } from "../../kit/button.tsx"
import { Column } from "../../kit/column.tsx"
import { Choice } from "../../kit/field.tsx"
import { FormRefusal, TokenForm } from "../../kit/forms/token-form.tsx"
import { useHouse } from "../../kit/house.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Panel } from "../../kit/panel.tsx"
import { TileMark } from "../../kit/people/pattern.tsx"
import askerStyles from "./asker.module.css"
import decisionStyles from "./decision.module.css"
import partStyles from "./part.module.css"
import permissionsStyles from "./permissions.module.css"
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

/** The requesting app and its redirect host; with a warning for a program on the person's own computer. */
function Asker({ clientName, clientId, redirectHost, isLocal }: ConsentData) {
  const { brandName } = useHouse()
  return (
    <>
      <div className="flex gap-4 top">
        <TileMark text={redirectHost} />
        <div className="stack gap-1 shrinks">
          <h1 className={askerStyles.title}>
            <bdi>{clientName}</bdi> wants access to {brandName}
          </h1>
          <p className={`muted small breaks ${askerStyles.host}`}>
            Redirects to {isLocal && "an app on this computer, "}
            <strong>{redirectHost}</strong> <code>({clientId})</code>
          </p>
        </div>
      </div>
      {isLocal && (
        <Notice tone="note" title="This app runs on your computer">
          Allow it only if you just started connecting it.
        </Notice>
      )}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={`stack gap-3 ${partStyles.part}`} aria-labelledby={id}>
      <h2 className={partStyles.title} id={id}>
        {title}
      </h2>
      {children}
    </section>
  )
}

type Scopes = ConsentData["scopes"]

/** The requested scopes in plain words, as checkboxes: first those that read, then those that write. */
function Permissions({ scopes }: { scopes: Scopes }) {
  const writes = scopes.filter(({ scope }) => scope.endsWith(":write"))
  const reads = scopes.filter((scope) => !writes.includes(scope))
  return (
    <>
      <Group title="Read" scopes={reads} />
      <Group title="Create and edit" scopes={writes} />
      <p className="muted smaller pretty">Select at least one. The app never has more access than you.</p>
    </>
  )
}

function Group({ title, scopes }: { title: string; scopes: Scopes }) {
  if (scopes.length === 0) return null
  return (
    <fieldset className={`stack gap-2 ${permissionsStyles.group}`}>
      <legend>{title}</legend>
      {scopes.map(({ scope, words, note, isTicked }) => (
        <Choice
          key={scope}
          type="checkbox"
          name={scope}
          value="on"
          defaultChecked={isTicked}
          label={words}
          description={note}
        />
      ))}
    </fieldset>
  )
}

/** How long the consent lasts, and how to end it. */
function Lifetime({ unusedDays, longestDays, connectionsPath }: ConsentData) {
  return (
    <p className="pretty">
      After {longestDays} days, or {unusedDays} days unused. Disconnect anytime in{" "}
      <a href={connectionsPath}>{areaWords.connectedApps}</a>.
    </p>
  )
}

interface Props {
  /** False if the person has no workspace: then they can create one first. */
  canAllow: boolean
  newWorkspacePath: string
}

/**
 * The two answers, sticky at the window's lower edge. Deny comes first, because Enter in a field presses the first
 * button and must never allow.
 */
function Decision({ canAllow, newWorkspacePath }: Props) {
  return (
    <div className={`wrap gap-3 ${decisionStyles.decision}`} data-decides>
      <Button type="submit" name="decision" value="deny" size="lg" variant="default" formNoValidate>
        Deny
      </Button>
      {canAllow ? (
        <Button type="submit" name="decision" value="allow" size="lg">
          Allow
        </Button>
      ) : (
        <ButtonLink href={newWorkspacePath} size="lg">
          Create workspace
        </ButtonLink>
      )}
    </div>
  )
}
