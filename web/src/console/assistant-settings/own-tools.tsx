import { Row, Rows, Section } from "../../kit/section.tsx"
import { When } from "../../kit/when.tsx"
import { useChange } from "../ask.ts"
import { toast } from "../toast.ts"
import { Fold } from "../ui/fold.tsx"
import { State } from "../ui/values/state.tsx"
import { byServer, type OwnTool } from "./words.ts"

/** The reader's own choices: which tools the assistant runs without asking. */
export function OwnTools({ tools, isStrict }: { tools: readonly OwnTool[]; isStrict: boolean }) {
  const had = tools.filter(({ most }) => most !== "never")
  const changing = had.filter(({ kind, server }) => kind === "write" && server === null)
  const reading = had.filter(({ kind, server }) => kind === "read" && server === null)
  const others = [...byServer(had.filter(({ server }) => server !== null))]
  const missing = tools.length - had.length
  return (
    <>
      {changing.length > 0 && (
        <Section
          title="Actions"
          below={`Choices last 90 days. Conversations with ${isStrict ? "outside or member" : "outside"} content always ask.`}
        >
          <Tools tools={changing} />
        </Section>
      )}
      {others.map(([name, ofServer]) => (
        <Section key={name} title={name}>
          <Tools tools={ofServer} />
        </Section>
      ))}
      <Section title="Read-only">
        <Fold label={`${reading.length} read-only tools`}>
          <Tools tools={reading} />
        </Fold>
        {missing > 0 && (
          <p className="muted small">
            {missing === 1 ? "1 tool is" : `${missing} tools are`} unavailable for your role.
          </p>
        )}
      </Section>
    </>
  )
}

function Tools({ tools }: { tools: readonly OwnTool[] }) {
  return (
    <Rows>
      {tools.map((tool) => (
        <Row key={tool.name} title={tool.title} detail={<About {...tool} />} action={<Choose {...tool} />} />
      ))}
    </Rows>
  )
}

function About({ most, limitReason, choice }: OwnTool) {
  if (most !== "always") return limitReason
  if (!choice) return null
  return (
    <>
      Expires <When at={choice.expiresAt} isDay />
    </>
  )
}

function Choose({ name, title, level, most, digest }: OwnTool) {
  const choose = useChange("choose-tool", {
    makesStale: ["get-assistant-settings"],
    onDone: (_, chosen) =>
      toast({
        title: chosen.level === "ask" ? `“${title}” set to Ask` : `“${title}” set to Automatic`,
      }),
  })
  if (most !== "always") return <State words="Ask" tone="plain" />
  return (
    <select
      className="level framed wide"
      aria-label={title}
      value={level === "always" ? "always" : "ask"}
      disabled={choose.isPending}
      onChange={({ currentTarget }) => choose.mutate({ tool: name, level: currentTarget.value as "ask", digest })}
    >
      <option value="ask">Ask</option>
      <option value="always">Automatic</option>
    </select>
  )
}
