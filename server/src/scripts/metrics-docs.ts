import type { Figure } from "#measure/figures.ts"

const introduction = `# Metrics

A process reports these at \`/metrics\` of the operations port ([Watch](operations/watch.md)), beside \`nodejs_…\` and
\`process_…\`, which are Node's own memory, processor time, event loop and garbage collection.

A **shared** value is of the database, so every process reports the same: take the \`max\` over the processes. Every other
value is the process's own: take the \`sum\`.

This page is made from \`server/src/measure/figures.ts\` by \`npm run docs\`.
`

export function metricsDocs(table: Readonly<Record<string, Figure>>): string {
  const rows = Object.entries(table).map(([name, { type, help, labels = [], isShared }]) => {
    const named = labels.map((label) => `\`${label}\``).join(", ")
    return `| \`${name}\` | ${type}${isShared ? ", shared" : ""} | ${named || "—"} | ${help} |`
  })
  return `${introduction}\n| Metric | Type | Labels | Meaning |\n| --- | --- | --- | --- |\n${rows.join("\n")}\n`
}
