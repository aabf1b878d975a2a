import { callTransitions, runTransitions } from "#domains/assistant/on-demand.ts"
import { keptByPurchases, purchaseTransitions } from "#domains/handover/index.ts"

type Transitions = Record<string, { readonly from: readonly string[]; readonly to: string }>

interface Machine {
  readonly title: string
  readonly file: string
  readonly transitions: Transitions
  /** Columns that all other states clear. */
  readonly keeps?: Readonly<Record<string, ReadonlySet<string>>>
}

export const machines: readonly Machine[] = [
  {
    title: "A purchase",
    file: "server/src/domains/handover/purchases/lifecycle.ts",
    transitions: purchaseTransitions,
    keeps: keptByPurchases,
  },
  {
    title: "A call of the assistant",
    file: "server/src/domains/assistant/calls/lifecycle.ts",
    transitions: callTransitions,
  },
  {
    title: "A run of the assistant",
    file: "server/src/domains/assistant/runs/lifecycle.ts",
    transitions: runTransitions,
  },
]

/** Returns the text of docs/machines.md: a diagram and a table for each machine. */
export function machinesDocs(machines: readonly Machine[]): string {
  const head = `# Machines

Each state of these things changes by a transition of a table, and by nothing else. A transition is one guarded update: it
happens once, when the thing is in one of the states that the transition begins in. It causes all that its row says, in the
same transaction.

This page is made from the tables by \`npm run docs\`.
`
  return [head, ...machines.map(sectionOf)].join("\n")
}

function sectionOf({ title, file, transitions, keeps }: Machine): string {
  const rows = Object.entries(transitions)
  const arrows = rows.flatMap(([name, { from, to }]) => from.map((state) => `  ${state} --> ${to}: ${name}`))
  const lines = rows.map(([name, { from, to, ...effects }]) => `| ${name} | ${to} | ${inWords(effects)} |`)
  return `## ${title}

The table is in \`${file}\`.

\`\`\`mermaid
stateDiagram-v2
${arrows.join("\n")}
\`\`\`

| Transition | To | Causes |
|---|---|---|
${lines.join("\n")}
${keeps ? inList(keeps) : ""}`
}

const inList = (keeps: NonNullable<Machine["keeps"]>) => `
A transition also clears what its state does not keep:

${Object.entries(keeps)
  .map(([column, states]) => `* \`${column}\` is kept by ${[...states].join(", ")}.`)
  .join("\n")}
`

function inWords(effects: object): string {
  const parts = Object.entries(effects).map(([verb, what]) => `${spaced(verb)} ${[what].flat().map(codeOf).join(", ")}`)
  return parts.join("; ") || "—"
}

/** `pollsAgain` as two words. */
const spaced = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
/** Columns and jobs are code; sentences are not. */
const codeOf = (text: string) => (/[_-]/.test(text) ? `\`${text}\`` : text)
