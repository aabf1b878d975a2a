import type { Updateable } from "kysely"
import type { z } from "zod"
import { perform } from "#access/perform.ts"
import { createLink } from "#domains/links/index.ts"
import { newId } from "#kernel/ids.ts"
import type { Schema } from "#storage/schema.ts"
import type { World } from "../worlds/world.ts"
import { enterInDirectory } from "./directory.ts"

type Studio = Pick<World, "app" | "callers" | "workspaceId" | "clock">

/** A link's row without what each has of its own: `id`, `slug` and `workspace_id`. */
export const plainLink = {
  ...{ namespace: "shared", destination: "https://example.com/", title: null, visitor_query: "dropped" as const },
  ...{ clicks: 0, clicks_before: 0, click_limit: null, expires_at: null, import_id: null },
  ...{ created_by: null, created_at: 1, updated_at: 1, suspended_at: null, deleted_at: null },
}

/** Makes a link in the studio, as its member. */
export function shorten(
  { app, callers }: Pick<World, "app" | "callers">,
  changes: Partial<z.input<typeof createLink.input>> = {},
): Promise<z.input<typeof createLink.output>> {
  return perform({ app, caller: callers.member }, createLink, { destination: "https://example.com/spring", ...changes })
}

/** Adds a verified domain to a workspace, by default the studio. */
export async function verifyDomain(
  { app, workspaceId, clock }: Studio,
  hostname: string,
  owner = workspaceId,
): Promise<void> {
  const now = clock.now()
  const row = { id: newId("domain"), workspace_id: owner, hostname, verified_at: now, checked_at: now, created_at: now }
  await app.database.transaction(async (db) => {
    await db
      .insertInto("domains")
      .values({ ...row, failing_since: null })
      .execute()
    await enterInDirectory(db, { kind: "hostname", key: hostname, workspace_id: owner })
  })
}

/** Changes a link's row, as an operator or the passing of time would. */
export async function changeLink({ app }: Pick<World, "app">, id: string, set: Updateable<Schema["short_links"]>) {
  await app.database.transaction((db) => db.updateTable("short_links").set(set).where("id", "=", id).execute())
}

export async function clicksOf({ app }: Pick<World, "app">, id: string): Promise<number | undefined> {
  const row = await app.database.read.selectFrom("short_links").select("clicks").where("id", "=", id).executeTakeFirst()
  return row?.clicks
}
