import { docRows } from "./doc-rows.ts"
import { driveRows } from "./drive-rows.ts"
import { handoutRows } from "./handout-rows.ts"
import { linkRows } from "./link-rows.ts"
import type { Row } from "./row.ts"
import { sellingRows } from "./selling-rows.ts"
import { teamRows } from "./team-rows.ts"

/** All commands, in the order in which `/help` lists them. */
export const rows: readonly Row[] = [...linkRows, ...docRows, ...handoutRows, ...driveRows, ...sellingRows, ...teamRows]
