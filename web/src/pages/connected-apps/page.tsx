import type { ConnectedAppsData } from "../../../../server/src/surfaces/pages/connections/data.ts"
import { Column } from "../../kit/column.tsx"
import { FormRefusal } from "../../kit/form-refusal.tsx"
import { Frame } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { Section } from "../../kit/section.tsx"
import { SettingsLinks } from "../../kit/settings-links.tsx"
import { Apps } from "../connections/apps.tsx"

/** The agents that act in a workspace. */
export function Page({ workspace, isEveryones, apps, nextPath, refusal }: ConnectedAppsData) {
  const whose = isEveryones ? "Apps that members have connected." : "Apps that you have connected."
  return (
    <Frame width="narrow">
      <Column>
        <Heading
          above={<bdi>{workspace.name}</bdi>}
          below={`${whose} When you end one here, its very next call in this workspace is refused.`}
        >
          Connected apps
        </Heading>
        <FormRefusal refusal={refusal} />
        {apps.length === 0 && (
          <Section
            title="No app is connected to this workspace"
            below={isEveryones ? "Members connect apps themselves." : "An admin sees those of other members."}
          />
        )}
        <Apps apps={apps} />
        {nextPath && (
          <p>
            <a href={nextPath}>Older connections</a>
          </p>
        )}
        <SettingsLinks slug={workspace.slug} here="connected-apps" />
      </Column>
    </Frame>
  )
}
