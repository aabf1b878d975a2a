import { docRows } from "./doc-rows.ts"
import { driveRows } from "./drive-rows.ts"
import { linkRows } from "./link-rows.ts"
import { offerRows, teamRows } from "./offer-and-team-rows.ts"
import type { CommandRow } from "./row.ts"

/** All commands, in the order in which `/help` lists them. */
export const rows: readonly CommandRow[] = [...linkRows, ...docRows, ...driveRows, ...offerRows, ...teamRows]
