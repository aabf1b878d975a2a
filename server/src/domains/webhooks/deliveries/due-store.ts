import { type Selectable, sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { prepared, preparedWrite } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import { type EndpointKey, type EndpointRow, isSendable } from "../endpoints/index.ts"

type Delivery = Selectable<Schema["webhook_deliveries"]>

/** A delivery to send now, with its event. `again_at` is set for one that a member asked to send once more. */
export type DueDelivery = Delivery & Pick<Schema["events"], "type" | "data" | "occurred_at">

interface Due {
  id: string
  workspace_id: EndpointKey["workspace_id"]
  now: number
  limit: number
}

/** Deliveries, each with the type and the time of its event. */
export const withEvents = (cx: Pick<Reading, "db">) =>
  cx.db
    .selectFrom("webhook_deliveries")
    .innerJoin("events", (join) =>
      join
        .onRef("events.workspace_id", "=", "webhook_deliveries.workspace_id")
        .onRef("events.seq", "=", "webhook_deliveries.seq")
        .onRef("events.nth", "=", "webhook_deliveries.nth"),
    )
    .selectAll("webhook_deliveries")
    .select(["events.type", "events.occurred_at"])

const heads = prepared<Due, DueDelivery>((db, arg) =>
  withEvents({ db })
    .select("events.data")
    .where("webhook_deliveries.workspace_id", "=", arg("workspace_id"))
    .where("endpoint_id", "=", arg("id"))
    .where("due_at", "is not", null)
    .where("due_at", "<=", arg("now"))
    .where(isSendable)
    .orderBy("due_at")
    .orderBy("webhook_deliveries.seq")
    .orderBy("webhook_deliveries.nth")
    .limit(arg("limit")),
)

const repeats = prepared<Due, DueDelivery>((db, arg) =>
  withEvents({ db })
    .select("events.data")
    .where("webhook_deliveries.workspace_id", "=", arg("workspace_id"))
    .where("endpoint_id", "=", arg("id"))
    .where("again_at", "is not", null)
    .where("again_at", "<=", arg("now"))
    .where(isSendable)
    .orderBy("again_at")
    .limit(arg("limit")),
)

/** Heads that are due, the longest due first, and then what members asked to send again. */
export async function listDue(cx: Reading, { id, workspace_id }: EndpointKey, limit: number): Promise<DueDelivery[]> {
  const due = { id, workspace_id, now: cx.now(), limit }
  return [...(await heads(cx.db, due)), ...(await repeats(cx.db, due))]
}

interface Left {
  head: number | null
  again: number | null
  behind: number | null
}

const left = prepared<EndpointKey & Pick<EndpointRow, "cursor_seq" | "cursor_nth">, Left>((db, arg) => {
  const own = db
    .selectFrom("webhook_deliveries")
    .where("workspace_id", "=", arg("workspace_id"))
    .where("endpoint_id", "=", arg("id"))
    .where(isSendable)
    .limit(1)
  return db.selectNoFrom([
    own.select("due_at").where("due_at", "is not", null).orderBy("due_at").as("head"),
    own.select("again_at").where("again_at", "is not", null).orderBy("again_at").as("again"),
    db
      .selectFrom("events")
      .select("seq")
      .where("workspace_id", "=", arg("workspace_id"))
      .where(sql<boolean>`(seq, nth) > (${arg("cursor_seq")}, ${arg("cursor_nth")})`)
      .orderBy("seq")
      .orderBy("nth")
      .limit(1)
      .as("behind"),
  ])
})

/** When the next delivery of an endpoint is due, null without one; and whether events wait behind its cursor. */
export async function findLeft(
  cx: Reading,
  { id, workspace_id, cursor_seq, cursor_nth }: EndpointRow,
): Promise<{ due: number | null; isBehind: boolean }> {
  const [{ head = null, again = null, behind = null } = {}] = await left(cx.db, {
    ...{ id, workspace_id, cursor_seq, cursor_nth },
  })
  const due = head !== null && again !== null ? Math.min(head, again) : (head ?? again)
  return { due, isBehind: behind !== null }
}

/** How long a run may send before it renews its lease: longer than a request. */
const leaseMs = 20_000

interface Claim extends EndpointKey {
  lease: string
  now: number
  until: number
}

const claim = preparedWrite<Claim, EndpointRow>((db, arg) =>
  db
    .updateTable("webhook_endpoints")
    .set({ lease: arg("lease"), leased_until: arg("until") })
    .where("workspace_id", "=", arg("workspace_id"))
    .where("id", "=", arg("id"))
    .where("disabled_at", "is", null)
    .where((row) => row.or([row("leased_until", "is", null), row("leased_until", "<=", arg("now"))]))
    .where((row) => row.or([row("rests_until", "is", null), row("rests_until", "<=", arg("now"))]))
    .where("workspace_id", "in", (from) =>
      from
        .selectFrom("workspaces")
        .select("workspaces.id")
        .where("workspaces.id", "=", arg("workspace_id"))
        .where("suspended_at", "is", null)
        .where("deleted_at", "is", null),
    )
    .returningAll(),
)

/**
 * Gives an endpoint to one run. Undefined while another run has it, and while nothing may be sent to it: it is switched
 * off or rests, or its workspace is suspended or in the trash.
 */
export async function claimEndpoint(
  cx: Inside,
  { id, workspace_id }: EndpointKey,
  lease: string,
): Promise<EndpointRow | undefined> {
  const now = cx.now()
  return (await claim(cx.db, { id, workspace_id, lease, now, until: now + leaseMs }))[0]
}

const release = preparedWrite<EndpointKey & { lease: string }, EndpointRow>((db, arg) =>
  db
    .updateTable("webhook_endpoints")
    .set({ lease: null, leased_until: null })
    .where("workspace_id", "=", arg("workspace_id"))
    .where("id", "=", arg("id"))
    .where("lease", "=", arg("lease"))
    .returningAll(),
)

/** Ends a run's claim, and locks the endpoint. Undefined if another run has it by now. */
export async function releaseEndpoint(
  cx: Inside,
  { id, workspace_id }: EndpointKey,
  lease: string,
): Promise<EndpointRow | undefined> {
  return (await release(cx.db, { id, workspace_id, lease }))[0]
}

export const renewed = (now: number) => ({ leased_until: now + leaseMs })
