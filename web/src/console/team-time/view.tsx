import { useQuery } from "@tanstack/react-query"
import { use } from "react"
import { Button } from "../../kit/button.tsx"
import { Notice } from "../../kit/notice.tsx"
import { type AnswerOf, readOf } from "../ask.ts"
import { mayAs } from "../here.ts"
import { loadStyle } from "../ui/late-style.ts"
import { View as Frame } from "../ui/page.tsx"
import { SidePanel } from "../ui/panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import { HoursForm } from "./hours-form.tsx"
import { SpecialDays } from "./special-days.tsx"
import { StreamPlan } from "./stream-plan.tsx"
import address from "./team-time.css?url"
import { Week } from "./week.tsx"

const styleIsHere = loadStyle(address)

/** The team's availability in one week, and the reader's own hours. */
export function View() {
  const { search, go } = useAddress()
  const week = useQuery(readOf("get-team-week", search.from ? { from: search.from } : {})).data
  const own = useQuery(readOf("get-working-hours", {})).data
  use(styleIsHere)
  return (
    <Frame
      title="Team time"
      below={week && `In your time zone, ${week.timeZone.replaceAll("_", " ")}.`}
      actions={<Actions />}
    >
      <div className="team-time">
        {own && !own.timeZone && (
          <Notice tone="note" title="Nobody knows yet when you work">
            Set your time zone and your hours, and the others see here when you can be reached. Until then, times are in
            UTC.
          </Notice>
        )}
        {week && <Week week={week} onGo={(from) => go({ from })} isFirst={!search.from} />}
        <Panels own={own} />
      </div>
    </Frame>
  )
}

function Actions() {
  const { go } = useAddress()
  return (
    <>
      <Button onClick={() => go({ panel: "hours" })}>Your hours</Button>
      <Button variant="default" onClick={() => go({ panel: "days" })}>
        Special days
      </Button>
      {mayAs("member") && (
        <Button variant="default" onClick={() => go({ panel: "plan" })}>
          Stream plan
        </Button>
      )}
    </>
  )
}

function Panels({ own }: { own: AnswerOf<"get-working-hours"> | undefined }) {
  const { search, go } = useAddress()
  const close = () => go({ panel: undefined })
  return (
    <>
      {search.panel === "hours" && own && (
        <SidePanel title="Your hours" onClose={close}>
          <HoursForm own={own} onDone={close} />
        </SidePanel>
      )}
      {search.panel === "days" && own && (
        <SidePanel title="Special days" onClose={close}>
          <SpecialDays days={own.dateOverrides} />
        </SidePanel>
      )}
      {search.panel === "plan" && mayAs("member") && (
        <SidePanel title="Your stream plan" onClose={close}>
          <StreamPlan />
        </SidePanel>
      )}
    </>
  )
}
