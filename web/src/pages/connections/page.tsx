import type { ConnectionsData } from "../../../../server/src/surfaces/pages/connections/data.ts"
import { Column } from "../../kit/column.tsx"
import { FormRefusal } from "../../kit/form-refusal.tsx"
import { Frame } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { Section } from "../../kit/section.tsx"
import { Apps } from "./apps.tsx"

/** The agents that act, or acted, for this person. */
export function Page({ apps, nextPath, refusal }: ConnectionsData) {
  return (
    <Frame width="narrow">
      <Column>
        <Heading below="Apps that act for you. When you end a connection, its very next call is refused.">
          Connected apps
        </Heading>
        <FormRefusal refusal={refusal} />
        {apps.length === 0 && <NoneYet />}
        <Apps apps={apps} />
        <p>
          {nextPath && <a href={nextPath}>Older connections</a>} <a href="/account">Back to your account</a>
        </p>
      </Column>
    </Frame>
  )
}

function NoneYet() {
  return (
    <Section
      title="No app is connected"
      below="When you connect one, it brings you here and you decide what it may do."
    >
      <a href="/auth.md">How apps connect</a>
    </Section>
  )
}
