import type { Selectable } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { everyWorkspace } from "#access/workspace-store.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { emptiesAll } from "#storage/delete-rows.ts"
import { argsOf, isPostgres, prepared, preparedWrite } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"

export type EndpointRow = Selectable<Schema["webhook_endpoints"]>

export interface OfWorkspace {
  readonly workspaceId: WorkspaceId
}

/** An endpoint's key. Its workspace comes first, as in every key of a workspace's table. */
export type EndpointKey = Pick<EndpointRow, "id" | "workspace_id">

export function listEndpointRows(cx: Reading, { workspaceId }: OfWorkspace): Promise<EndpointRow[]> {
  return cx.db
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .orderBy("created_at")
    .orderBy("id")
    .execute()
}

const working = prepared<OfWorkspace, EndpointKey>((db, arg) =>
  db
    .selectFrom("webhook_endpoints")
    .select(["workspace_id", "id"])
    .where("workspace_id", "=", arg("workspaceId"))
    .where("disabled_at", "is", null),
)

/** The endpoints that are switched on, in the order in which they are locked. */
export async function listWorkingKeys(cx: Reading, { workspaceId }: OfWorkspace): Promise<EndpointKey[]> {
  return [...(await working(cx.db, { workspaceId }))].sort((one, other) => (one.id < other.id ? -1 : 1))
}

export function findEndpointRow(cx: Reading, { id, workspace_id }: EndpointKey): Promise<EndpointRow | undefined> {
  return cx.db
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("workspace_id", "=", workspace_id)
    .where("id", "=", id)
    .executeTakeFirst()
}

const lock = prepared<EndpointKey, EndpointRow>((db, arg) =>
  db
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("workspace_id", "=", arg("workspace_id"))
    .where("id", "=", arg("id"))
    .$if(isPostgres(db), (query) => query.forNoKeyUpdate()),
)

/** Locks an endpoint until the transaction ends: fan-out and the ends of deliveries run one after the other. */
export async function lockEndpointRow(cx: Inside, { id, workspace_id }: EndpointKey): Promise<EndpointRow | undefined> {
  return (await lock(cx.db, { id, workspace_id }))[0]
}

/** The columns of an endpoint's health, which follow from the outcomes of tries. */
export type EndpointHealth = Pick<
  EndpointRow,
  "failing_since" | "failures" | "warned_at" | "slow_until" | "rests_until" | "disabled_at" | "disabled_for"
>

const setHealth = preparedWrite<EndpointKey & EndpointHealth, object>((db, arg) =>
  db
    .updateTable("webhook_endpoints")
    .set(
      argsOf(arg, "failing_since", "failures", "warned_at", "slow_until", "rests_until", "disabled_at", "disabled_for"),
    )
    .where("workspace_id", "=", arg("workspace_id"))
    .where("id", "=", arg("id")),
)

export async function updateHealth(cx: Inside, { id, workspace_id }: EndpointKey, health: EndpointHealth) {
  await setHealth(cx.db, { id, workspace_id, ...health })
}

export async function insertEndpointRow(cx: Inside, row: EndpointRow): Promise<void> {
  await cx.db.insertInto("webhook_endpoints").values(row).execute()
}

export type EndpointChange = Partial<Omit<EndpointRow, "id" | "workspace_id" | "created_at">>

/** Undefined when there is no such endpoint. The row stays locked until the transaction ends. */
export function changeEndpointRow(
  cx: Inside,
  { id, workspace_id }: EndpointKey,
  change: EndpointChange,
): Promise<EndpointRow | undefined> {
  return cx.db
    .updateTable("webhook_endpoints")
    .set(change)
    .where("workspace_id", "=", workspace_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteEndpointRow(cx: Inside, { id, workspace_id }: EndpointKey): Promise<boolean> {
  const deleted = await cx.db
    .deleteFrom("webhook_endpoints")
    .where("workspace_id", "=", workspace_id)
    .where("id", "=", id)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** Finds a workspace for the operator's command, which names it by its slug. */
export async function findWorkspaceBySlug(cx: Reading, slug: string): Promise<WorkspaceId | undefined> {
  const row = await cx.db
    .selectFrom(everyWorkspace(cx.db))
    .select("id")
    .where("slug", "=", slug)
    .where("deleted_at", "is", null)
    .executeTakeFirst()
  return row?.id
}

export const emptyWebhooks = [emptiesAll("webhook_endpoints", "events")]
