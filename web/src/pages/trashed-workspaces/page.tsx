import type { TrashedWorkspacesData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Button, ButtonLink } from "../../kit/button.tsx"
import { FormRefusal, TokenForm } from "../../kit/forms/token-form.tsx"
import { Frame, Heading } from "../../kit/frame.tsx"
import { Panel } from "../../kit/panel.tsx"
import { Row, Rows } from "../../kit/section.tsx"
import { When } from "../../kit/when.tsx"

/** The workspaces deleted in the last 30 days. Their owners can restore them. */
export function Page({ workspaces, form, refusal }: TrashedWorkspacesData) {
  return (
    <Frame width="narrow">
      <Panel label="Workspaces in trash">
        <Heading below="Owners can restore them for 30 days.">Workspaces in trash</Heading>
        <FormRefusal refusal={refusal} fields={[]} />
        {workspaces.length === 0 ? (
          <>
            <p className="apart">No workspaces in trash.</p>
            <ButtonLink href="/workspaces">Go to workspaces</ButtonLink>
          </>
        ) : (
          <Rows>
            {workspaces.map((workspace) => (
              <TrashedRow key={workspace.slug} form={form} {...workspace} />
            ))}
          </Rows>
        )}
      </Panel>
    </Frame>
  )
}

type Trashed = TrashedWorkspacesData["workspaces"][number] & Pick<TrashedWorkspacesData, "form">

function TrashedRow({ slug, name, restorableUntil, isOwn, form }: Trashed) {
  return (
    <Row
      title={<bdi>{name}</bdi>}
      detail={
        <>
          Restorable until <When at={restorableUntil} isDay />
          {!isOwn && " by an owner"}
        </>
      }
      action={
        isOwn && (
          <TokenForm form={form} hidden={{ slug }}>
            <Button type="submit" size="sm" variant="default" aria-label={`Restore ${name}`}>
              Restore
            </Button>
          </TokenForm>
        )
      }
    />
  )
}
