import { Row, Rows } from "../../kit/rows.tsx"
import { Section } from "../../kit/section.tsx"
import { mayAs } from "../here.ts"
import { State } from "../ui/state.tsx"
import type { Overview } from "./overview.ts"
import { Way } from "./way.tsx"

interface Step {
  title: string
  teaches: string
  to: string
  search: Readonly<Record<string, string>>
  isDone: boolean
}

/** A checklist for new workspaces; hidden once the first three steps are done, which every member may do. */
export function FirstSteps({ overview }: { overview: Overview }) {
  const steps = stepsOf(overview)
  if (!steps) return null
  if (steps.slice(0, 3).every(({ isDone }) => isDone)) return null
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <Section title="First steps" below={`${done} of ${steps.length} done, in any order.`}>
      <Rows>
        {steps.map(({ title, teaches, to, search, isDone }) => (
          <Row
            key={title}
            title={
              isDone ? (
                title
              ) : (
                <Way to={to} search={search}>
                  {title}
                </Way>
              )
            }
            detail={!isDone && teaches}
            action={isDone && <State words="Done" tone="good" />}
          />
        ))}
      </Rows>
    </Section>
  )
}

/** Undefined if a part of the overview could not be read. */
function stepsOf(overview: Overview): readonly Step[] | undefined {
  if (!overview.files || !overview.links || !overview.offers || !overview.members) return undefined
  const { files } = overview.files
  const { links } = overview.links
  const { items: offers } = overview.offers
  const { items: members } = overview.members
  const domains = overview.domains?.items ?? []
  const begin = { new: "1" }
  return [
    {
      title: "Make a short link",
      teaches: "It leads where you say, tells how often it was opened, and can lead elsewhere later.",
      to: "/links",
      search: begin,
      isDone: links.length > 0,
    },
    {
      title: "Put a file into the drive",
      teaches: "What you sell and what you share lies there. Others send you files by an upload link.",
      to: "/drive",
      search: {},
      isDone: files.length > 0,
    },
    {
      title: "Offer something",
      teaches: "Files and a price behind a link of four characters: who pays gets them at once.",
      to: "/offers",
      search: begin,
      isDone: offers.length > 0,
    },
    ...(mayAs("admin")
      ? [
          {
            title: "Use your own domain",
            teaches: "Two records prove that it is yours; then short links can live on it.",
            to: "/settings/domains",
            search: begin,
            isDone: domains.length > 0,
          },
          {
            title: "Invite somebody",
            teaches: "Members make and change things, viewers look, admins manage.",
            to: "/team",
            search: begin,
            isDone: members.length > 1,
          },
        ]
      : []),
  ]
}
