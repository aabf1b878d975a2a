import { useQuery } from "@tanstack/react-query"
import { areaWords } from "../../../../server/src/contract/words.ts"
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

View.style = loadStyle(address)

/** The team's availability in one week, and the reader's own hours. */
export function View() {
  const { search, go } = useAddress()
  const week = useQuery(readOf("get-team-week", search.from ? { from: search.from } : {})).data
  const own = useQuery(readOf("get-working-hours", {})).data
  return (
    <Frame
      title={areaWords.availability}
      below={week && `Times in ${week.timeZone.replaceAll("_", " ")}`}
      actions={<Actions />}
    >
      <div className="team-time">
        {own && !own.timeZone && (
          <Notice tone="note" title="Set your working hours">
            Show your team when you are available. Times are in UTC until then.
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
      <Button onClick={() => go({ panel: "hours" })}>Working hours</Button>
      <Button variant="default" onClick={() => go({ panel: "days" })}>
        Exceptions
      </Button>
      {mayAs("member") && (
        <Button variant="default" onClick={() => go({ panel: "plan" })}>
          Calendar
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
        <SidePanel title="Working hours" onClose={close}>
          <HoursForm own={own} onDone={close} />
        </SidePanel>
      )}
      {search.panel === "days" && own && (
        <SidePanel title="Exceptions" onClose={close}>
          <SpecialDays days={own.dateOverrides} />
        </SidePanel>
      )}
      {search.panel === "plan" && mayAs("member") && (
        <SidePanel title="Calendar" onClose={close}>
          <StreamPlan />
        </SidePanel>
      )}
    </>
  )
}
