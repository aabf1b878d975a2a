import { Link } from "@tanstack/react-router"
import type { ShownModel } from "../../../../../server/src/contract/shown.ts"
import { useRead } from "../../ask.ts"
import { mayAs, shownRoutes } from "../../console-data.ts"
import { actions } from "../../palette/actions.ts"
import { useGo } from "../../palette/use-go.ts"
import { RouteIcon } from "../../ui/icons.tsx"
import type { AssistantHere } from "./can-ask.ts"

/** Replaces the question field while no model is connected. Says how to connect one, and what works without it. */
export function ConnectModel({ isOn, whyOff, model }: AssistantHere) {
  return (
    <div className="pane">
      <div className="begin connect">
        <h2>{isOn ? "Connect a model to chat" : "The assistant is off"}</h2>
        <p>{isOn ? <HowToConnect model={model} /> : <HowToTurnOn why={whyOff ?? ""} />}</p>
        <h3>Get started without it</h3>
        <FirstActions />
      </div>
    </div>
  )
}

export function HowToConnect({ model }: { model: ShownModel }) {
  if (!mayAs("owner")) return <AskOwner task="to connect a model" />
  return (
    <>
      To use {model.name}, add your Anthropic API key in <SettingsLink part="deciding" />.
    </>
  )
}

function HowToTurnOn({ why }: { why: string }) {
  return (
    <>
      {why}{" "}
      {mayAs("owner") ? (
        <>
          See <SettingsLink part="deciding" />.
        </>
      ) : (
        <AskOwner task="to turn it on" />
      )}
    </>
  )
}

const SettingsLink = ({ part }: { part: string }) => (
  <Link to={"/settings/assistant" as never} search={{ part } as never}>
    Assistant settings
  </Link>
)

function AskOwner({ task }: { task: string }) {
  const owners = useRead("list-members", {}).data?.items.filter(({ role }) => role === "owner") ?? []
  const names = owners.slice(0, 3).map(({ name, email }) => name ?? email)
  return (
    <>
      Ask an owner {task}
      {names.length > 0 && `: ${new Intl.ListFormat("en", { type: "disjunction" }).format(names)}`}.
    </>
  )
}

const most = 6

/** The first actions of the palette that the reader's role allows; after them, pages. */
function FirstActions() {
  const go = useGo()
  const allowed = actions.filter(({ role, id }) => role && role !== "viewer" && mayAs(role) && id !== "ask")
  const pages = shownRoutes().filter(({ id }) => id !== "assistant")
  const firsts = [...allowed, ...pages.map(({ id, title, path }) => ({ id, title, to: path, press: "h1" }))]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form.
    <div className="first-actions stack gap-3" role="group" aria-label="Actions">
      {firsts.slice(0, most).map((action) => (
        <button key={action.id} type="button" className="sheet flex middle gap-2 strong" onClick={() => go(action)}>
          <RouteIcon id={pages.find(({ path }) => path !== "/" && action.to?.startsWith(path))?.id ?? action.id} />
          {action.title}
        </button>
      ))}
    </div>
  )
}
