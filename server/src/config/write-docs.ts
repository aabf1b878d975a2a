import { writeFileSync } from "node:fs"
import { configurationDocs } from "./docs.ts"
import { variables } from "./variables.ts"

writeFileSync(new URL("../../../docs/configuration.md", import.meta.url), configurationDocs(variables))
