import { docRows } from "./doc-rows.ts"
import { driveRows } from "./drive-rows.ts"
import { linkRows } from "./link-rows.ts"
import { offerRows } from "./offer-rows.ts"
import type { CommandRow } from "./row.ts"
import { teamRows } from "./team-rows.ts"

/** All commands, in the order in which `/help` lists them. */
export const rows: readonly CommandRow[] = [...linkRows, ...docRows, ...driveRows, ...offerRows, ...teamRows]
