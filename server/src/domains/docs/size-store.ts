import { sql } from "kysely"
import type { MeasureStep } from "#access/domain-steps.ts"

export const measureDocBytes: MeasureStep = async ({ db }, workspaceId) => {
  const sums = await db
    .selectFrom("docs")
    .select([
      sql<number | null>`sum(content_bytes)`.as("docs"), // as the index has it
      sql<number | null>`sum(versions_bytes)`.as("versions"),
    ])
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirstOrThrow()
  return { docs: Number(sums.docs ?? 0), versions: Number(sums.versions ?? 0) }
}
