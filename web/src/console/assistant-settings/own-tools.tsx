import { Row, Rows } from "../../kit/rows.tsx"
import { Section } from "../../kit/section.tsx"
import { When } from "../../kit/when.tsx"
import { Fold } from "../ui/fold.tsx"
import { State } from "../ui/state.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
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
          title="What changes something"
          below={`What you allow holds for 90 days. Once a conversation has read what people outside wrote${isStrict ? ", or what other members wrote" : ""}, it asks all the same.`}
        >
          <Tools tools={changing} />
        </Section>
      )}
      {others.map(([name, ofServer]) => (
        <Section key={name} title={name} below="Whatever it is asked leaves the workspace.">
          <Tools tools={ofServer} />
        </Section>
      ))}
      <Section title="What only reads" below="It reads what you may read, and nothing else.">
        <Fold label={`${reading.length} ways to look something up`}>
          <Tools tools={reading} />
        </Fold>
        {missing > 0 && (
          <p className="aside">
            {missing === 1 ? "One more is" : `${missing} more are`} not for your role, or switched off for it.
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
      You chose this, until <When at={choice.expiresAt} isDay />.
    </>
  )
}

function Choose({ name, title, level, most, digest }: OwnTool) {
  const choose = useChange("choose-tool", {
    makesStale: ["get-assistant-settings"],
    onDone: (_, chosen) =>
      toast({
        tone: "good",
        title: chosen.level === "ask" ? `“${title}” asks you each time.` : `“${title}” runs by itself for you.`,
      }),
  })
  if (most !== "always") return <State words="Asks each time" tone="plain" />
  return (
    <select
      className="level"
      aria-label={title}
      value={level === "always" ? "always" : "ask"}
      disabled={choose.isPending}
      onChange={({ currentTarget }) => choose.mutate({ tool: name, level: currentTarget.value as "ask", digest })}
    >
      <option value="ask">Asks each time</option>
      <option value="always">By itself</option>
    </select>
  )
}
