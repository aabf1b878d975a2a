import { useHouse } from "../../kit/house.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Section } from "../../kit/section.tsx"
import { useRead } from "../ask.ts"
import { mayAs } from "../console-data.ts"
import { loadStyle } from "../ui/late-style.ts"
import { SegmentedControl } from "../ui/lists/segmented-control.tsx"
import { View as Frame } from "../ui/page.tsx"
import { useAddress } from "../ui/use-address.ts"
import { Facts } from "../ui/values/facts.tsx"
import address from "./assistant-settings.css?url"
import { Deciding } from "./deciding.tsx"
import { OwnTools } from "./own-tools.tsx"
import { CallAudit } from "./record.tsx"
import { RolesTable } from "./roles-table.tsx"
import type { AssistantSettingsAnswer } from "./words.ts"

const all = { roles: "Permissions", own: "Your tools", deciding: "Limits and key", record: "Activity" } as const
type Part = keyof typeof all

View.style = loadStyle(address)

/** The assistant's permissions: the reader's own, and for admins and owners those of the workspace. */
export function View() {
  const { search, go } = useAddress()
  const { data } = useRead("get-assistant-settings", {})
  const { deciding, ...managed } = all
  const options: Partial<Record<Part, string>> = mayAs("owner") ? all : mayAs("admin") ? managed : { own: all.own }
  const [first = "own"] = Object.keys(options)
  const part = search.part !== undefined && search.part in options ? search.part : first
  return (
    <Frame title="Assistant settings">
      <div className="assistant-settings">
        {Object.keys(options).length > 1 && (
          <SegmentedControl
            label="Settings"
            options={options as Record<Part, string>}
            now={part}
            onGo={(next) => go({ part: next === first ? undefined : next, tool: undefined, outcome: undefined })}
          />
        )}
        {data && !data.isOn && <IsOff why={data.whyOff} />}
        {data?.leftOut && (part === "own" || part === "roles") && <LeftOut words={data.leftOut} />}
        {data && part === "own" && (
          <>
            <OwnTools tools={data.tools} isStrict={data.isStrict} />
            <Used {...data.spent} model={data.model} keptDays={data.keptDays} />
          </>
        )}
        {data?.table && part === "roles" && <RolesTable table={data.table} />}
        {data?.owner && part === "deciding" && <Deciding {...data} owner={data.owner} />}
        {part === "record" && <CallAudit tools={data?.tools ?? []} />}
      </div>
    </Frame>
  )
}

function IsOff({ why }: { why: string | null }) {
  return (
    <Notice tone="note" title={why ?? ""}>
      No one in this workspace can use it.
    </Notice>
  )
}

function LeftOut({ words }: { words: string }) {
  return (
    <Notice tone="note" title="Some tools are left out">
      {words} Admins can turn off unused tools under “Permissions”.
    </Notice>
  )
}

type Spent = AssistantSettingsAnswer["spent"]

function Used({ own, workspace, model, keptDays }: Spent & Pick<AssistantSettingsAnswer, "model" | "keptDays">) {
  return (
    <Section title="Usage" below="Tokens (UTC)">
      <Meter label="You today" {...own} />
      {workspace && <Meter label="Workspace this month" {...workspace} />}
      <Facts
        facts={[
          ["Model", model.kind === "model" ? model.name : "None"],
          ["Conversations", `Private to you. Deleted after ${keptDays} days without activity.`],
        ]}
      />
    </Section>
  )
}

function Meter({ label, tokens, most, micros }: Spent["own"] & { label: string }) {
  const { locale } = useHouse()
  const number = new Intl.NumberFormat(locale)
  const dollars = new Intl.NumberFormat(locale, { style: "currency", currency: "USD" })
  const cost = micros === null ? "" : `, ${dollars.format(micros / 1_000_000)}`
  return (
    <div className="meter">
      <span>{label}</span>
      <span>
        {number.format(tokens)} of {number.format(most)}
        {cost}
      </span>
      <meter aria-label={label} min={0} max={most} value={tokens} high={most * 0.9} />
    </div>
  )
}
