import type { Kysely } from "kysely"
import { up as clicks } from "./repairs/clicks.ts"
import { up as disputes } from "./repairs/disputes.ts"
import { up as docSchemas } from "./repairs/doc-schemas.ts"
import { up as docVersions } from "./repairs/doc-versions.ts"
import { up as events } from "./repairs/events.ts"
import { up as facts } from "./repairs/facts.ts"
import { up as files } from "./repairs/files.ts"
import { up as hooks } from "./repairs/hooks.ts"
import { up as processorAccounts } from "./repairs/processor-accounts.ts"
import { up as receipts } from "./repairs/receipts.ts"
import { up as sales } from "./repairs/sales.ts"
import { up as secondHand } from "./repairs/second-hand.ts"
import { up as shareDownloads } from "./repairs/share-downloads.ts"
import { up as storageSizes } from "./repairs/storage-sizes.ts"
import { up as sweeps } from "./repairs/sweeps.ts"
import { up as toolServers } from "./repairs/tool-servers.ts"
import { up as warnings } from "./repairs/warnings.ts"

/** The parts of this migration, a file for each area in `repairs/`, in the order in which they run. */
const parts = {
  clicks,
  docSchemas,
  docVersions,
  facts,
  disputes,
  events,
  files,
  hooks,
  processorAccounts,
  receipts,
  sales,
  secondHand,
  shareDownloads,
  storageSizes,
  sweeps,
  toolServers,
  warnings,
}

/** What the repairs of money, docs, sockets and answers need of the schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of Object.values(parts)) await part(db)
}
