import { Panel } from "../../kit/panel.tsx"
import { Row, Rows } from "../../kit/section.tsx"
import { mayAs } from "../console-data.ts"
import { Fold } from "../ui/fold.tsx"
import { State } from "../ui/values/state.tsx"
import type { Overview } from "./overview.ts"
import { PageLink } from "./page-link.tsx"

interface Step {
  title: string
  teaches: string
  to: string
  search: Readonly<Record<string, string>>
  /** Whether the overview shows that the step was done. */
  isDone(overview: Overview): boolean
}

const begin = { new: "1" }

const steps: readonly Step[] = [
  {
    title: "Create a short link",
    teaches: "Count clicks and change the destination anytime.",
    to: "/links",
    search: begin,
    isDone: ({ links }) => hasMoreThan(0, links?.links),
  },
  {
    title: "Upload a file",
    teaches: "Store what you sell and share.",
    to: "/drive",
    search: {},
    isDone: ({ files }) => hasMoreThan(0, files?.files),
  },
  {
    title: "Create an offer",
    teaches: "Sell files with a pay link.",
    to: "/offers/new",
    search: {},
    isDone: ({ offers }) => hasMoreThan(0, offers?.items),
  },
]

const stepsOfAdmins: readonly Step[] = [
  {
    title: "Add a domain",
    teaches: "Use your own domain for short links.",
    to: "/settings/domains",
    search: begin,
    isDone: ({ domains }) => hasMoreThan(0, domains?.items),
  },
  {
    title: "Invite people",
    teaches: "Work together in this workspace.",
    to: "/team",
    search: begin,
    isDone: ({ members }) => hasMoreThan(1, members?.items),
  },
]

const hasMoreThan = (count: number, items: readonly unknown[] = []) => items.length > count

/**
 * A line that opens to a checklist, open until a step is done. Hidden after the first sale, and once the steps are done
 * that every member may do.
 */
export function FirstSteps({ overview }: { overview: Overview }) {
  const isRead = overview.files && overview.links && overview.offers && overview.members
  const hasSold = hasMoreThan(0, overview.sales?.items)
  if (!isRead || hasSold || steps.every(({ isDone }) => isDone(overview))) return null
  const shown = mayAs("admin") ? [...steps, ...stepsOfAdmins] : steps
  const done = shown.filter(({ isDone }) => isDone(overview))
  return (
    <Panel label="Get started">
      <Fold label={`Get started: ${done.length} of ${shown.length} done`} isOpen={done.length === 0}>
        <Rows>
          {shown.map((step) => (
            <StepRow key={step.title} {...step} isDone={done.includes(step)} />
          ))}
        </Rows>
      </Fold>
    </Panel>
  )
}

function StepRow({ title, teaches, to, search, isDone }: Omit<Step, "isDone"> & { isDone: boolean }) {
  if (isDone) return <Row title={title} action={<State words="Done" tone="good" />} />
  const link = (
    <PageLink to={to} search={search}>
      {title}
    </PageLink>
  )
  return <Row title={link} detail={teaches} />
}
