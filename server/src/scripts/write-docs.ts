/** Writes the pages of `docs/` that are made from tables: `npm run docs`. */
import { writeFileSync } from "node:fs"
import { configurationDocs } from "#config/docs.ts"
import { variables } from "#config/variables.ts"
import { machines, machinesDocs } from "./machines-docs.ts"

const pages = { configuration: configurationDocs(variables), machines: machinesDocs(machines) }

for (const [name, text] of Object.entries(pages)) {
  writeFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), text)
}
