import { areaWords } from "../../../../server/src/contract/words.ts"
import { Notice } from "../../kit/notice.tsx"
import { useRead } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { mayAs } from "../console-data.ts"
import { loadStyle } from "../ui/late-style.ts"
import { View as Frame } from "../ui/page.tsx"
import { AddressButton, AddressPanel } from "../ui/panels/panel.tsx"
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
  const week = useRead("get-team-week", search.from ? { from: search.from } : {}).data
  const own = useRead("get-working-hours", {}).data
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
  return (
    <>
      <AddressButton label="Working hours" to={{ panel: "hours" }} />
      <AddressButton variant="default" label="Exceptions" to={{ panel: "days" }} />
      {mayAs("member") && <AddressButton variant="default" label="Calendar" to={{ panel: "plan" }} />}
    </>
  )
}

function Panels({ own }: { own: AnswerOf<"get-working-hours"> | undefined }) {
  return (
    <>
      {own && (
        <AddressPanel by="panel" is="hours" title="Working hours">
          {(close) => <HoursForm own={own} onDone={close} />}
        </AddressPanel>
      )}
      {own && (
        <AddressPanel by="panel" is="days" title="Exceptions">
          {() => <SpecialDays days={own.dateOverrides} />}
        </AddressPanel>
      )}
      {mayAs("member") && (
        <AddressPanel by="panel" is="plan" title="Calendar">
          {() => <StreamPlan />}
        </AddressPanel>
      )}
    </>
  )
}
