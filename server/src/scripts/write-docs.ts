/** Writes the pages of `docs/` that are made from tables: `npm run docs`. */
import { readFileSync, writeFileSync } from "node:fs"
import { commandDocs } from "#command/command-docs.ts"
import { configurationDocs } from "#config/docs.ts"
import { variables } from "#config/variables.ts"
import { oldestBrowsers } from "#contract/browsers.ts"
import { eventTable } from "#domains/webhooks/index.ts"
import { retentionDocs } from "#engines/jobs/retention.ts"
import { figures } from "#measure/figures.ts"
import { browsersDocs } from "./browsers-docs.ts"
import { eventDocs } from "./event-docs.ts"
import { machines, machinesDocs } from "./machines-docs.ts"
import { metricsDocs } from "./metrics-docs.ts"
import { toolDocs } from "./tool-docs.ts"

const page = (name: string) => new URL(`../../../docs/${name}.md`, import.meta.url)

const pages = {
  browsers: browsersDocs(oldestBrowsers),
  command: commandDocs(),
  configuration: configurationDocs(variables),
  machines: machinesDocs(machines),
  metrics: metricsDocs(figures),
  retention: retentionDocs(readFileSync(page("retention"), "utf8")),
  "developers/agents": toolDocs(readFileSync(page("developers/agents"), "utf8")),
  "developers/webhooks": eventDocs(readFileSync(page("developers/webhooks"), "utf8"), eventTable),
}

for (const [name, text] of Object.entries(pages)) {
  writeFileSync(page(name), text)
}
