import type { MouseEvent, ReactNode } from "react"
import { Button } from "../../kit/button.tsx"
import { Choice } from "../../kit/field.tsx"
import { stale, useChange, useRead } from "../ask.ts"
import { toast } from "../toast.ts"
import { ActionForm } from "../ui/form.tsx"
import { State } from "../ui/values/state.tsx"
import { Definition, type ServerTool } from "./definition.tsx"

/** Reviews a server's tools against the accepted versions. An admin accepts exactly the shown definitions. */
export function ReviewPanel({ id }: { id: string }) {
  const { data } = useRead("get-tool-server", { id })
  if (!data) return null
  const { tools, leftOut, isOfOneSignIn } = data
  const waiting = tools.filter(({ state }) => state === "new" || state === "changed")
  const others = tools.filter(({ state }) => state === "reviewed" || state === "gone")
  return (
    <div className="stack one-column gap-4 shrinks breaks">
      <p>The server writes these texts and the assistant reads them. Accept only tools you trust.</p>
      {isOfOneSignIn && (
        <p>The server made this list for one member. If you accept a tool, all members’ assistants read its text.</p>
      )}
      {tools.length === 0 && <p className="apart">No tools</p>}
      {waiting.length > 0 && <Waiting id={id} tools={waiting} />}
      {others.map((tool) => (
        <ToolFold key={tool.name} tool={tool}>
          <TakeBack id={id} tool={tool} />
        </ToolFold>
      ))}
      {leftOut.length > 0 && (
        <section className="stack one-column gap-2 shrinks breaks">
          <h3>Skipped</h3>
          {leftOut.map(({ name, why }) => (
            <p className="apart" key={name}>
              <code>{name}</code> {why}
            </p>
          ))}
        </section>
      )}
    </div>
  )
}

/** Nothing is preselected. The request contains the digests of the shown definitions. */
function Waiting({ id, tools }: { id: string; tools: readonly ServerTool[] }) {
  const accept = useChange("review-tool-server", {
    makesStale: stale.servers,
    isForm: true,
    onDone: (_, { accept }) => {
      toast({
        title: accept?.length === 1 ? "1 tool accepted" : `${accept?.length ?? 0} tools accepted`,
      })
    },
  })
  return (
    <ActionForm
      change={accept}
      submit="Accept selected tools"
      toInput={(fields) => ({
        id,
        accept: tools.flatMap(({ name, digest }) =>
          digest !== null && fields[`tool ${name}`] ? [{ name, digest }] : [],
        ),
      })}
    >
      {tools.length > 1 && <TickAll />}
      {tools.map((tool) => (
        <div key={`${tool.name} ${tool.digest}`} className="stack one-column gap-2 shrinks breaks">
          <Choice type="checkbox" name={`tool ${tool.name}`} label={`Accept ${tool.name}`} />
          <ToolFold tool={tool} isOpen />
        </div>
      ))}
    </ActionForm>
  )
}

/** For a reviewer who has read all definitions. */
function TickAll() {
  const tick = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    for (const box of form?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? []) box.checked = true
  }
  return (
    <div>
      <Button size="sm" variant="default" onClick={tick}>
        Select all
      </Button>
    </div>
  )
}

const states = {
  new: { tone: "note", words: "New" },
  changed: { tone: "bad", words: "Changed" },
  reviewed: { tone: "good", words: "In use" },
  gone: { tone: "plain", words: "Removed" },
} as const

function ToolFold({ tool, isOpen = false, children }: { tool: ServerTool; isOpen?: boolean; children?: ReactNode }) {
  const { name, state, isReadOnly, isDescriptionCut, definition } = tool
  return (
    <details open={isOpen} className="tool">
      <summary className="wrap middle gap-2-3">
        <code className="breaks">{name}</code>
        <State {...states[state]} />
        <State tone="plain" words={isReadOnly ? "Read-only (stated by server)" : "Can make changes"} />
      </summary>
      <div className="stack gap-3">
        {definition.title && <p dir="auto">{definition.title}</p>}
        {isDescriptionCut && <p>The server’s description is over 2 kB. The assistant reads only what is shown here.</p>}
        <Definition tool={tool} />
        {children}
      </div>
    </details>
  )
}

function TakeBack({ id, tool: { name, reviewedBy } }: { id: string; tool: ServerTool }) {
  const takeBack = useChange("review-tool-server", {
    makesStale: stale.servers,
    isForm: true,
    says: `${name} disabled`,
  })
  return (
    <>
      {reviewedBy !== null && <p className="muted small">Accepted by {reviewedBy}.</p>}
      <ActionForm change={takeBack} submit="Disable tool" tone="default" toInput={() => ({ id, takeBack: [name] })} />
    </>
  )
}
