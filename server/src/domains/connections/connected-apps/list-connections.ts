import { z } from "zod"
import { personAction } from "#access/action.ts"
import type { Context } from "#access/context.ts"
import { fromRow } from "#access/from-row.ts"
import { readLeftOut } from "#access/grant-store.ts"
import { byCreation, listOf } from "#kernel/cursor.ts"
import { listInput, listOutput } from "#kernel/list-input.ts"
import { clientName } from "../client-name.ts"
import { appOf, redirectHost } from "../redirect-host.ts"
import { readScopes } from "../scope-text.ts"
import { grantedScope, scopeWordsOf } from "../scope-words.ts"
import { type ListedGrant, listOwnGrants } from "../tokens/index.ts"

const pages = listOf("connections", byCreation)

export const connection = z.object({
  id: z.string(),
  clientId: z.string(),
  clientName: z.string().describe("What people call the app, as the consent page does."),
  /** The same value for all connections of one app. */
  app: z.string(),
  redirectHost: z.string(),
  /** Whether the app runs on the person's own computer. */
  isLocal: z.boolean(),
  scopes: z.array(grantedScope),
  /** `every`: all of the person's workspaces; then `workspace` is the default when a call names none. */
  reach: z.enum(["one", "every"]),
  workspace: z.object({ slug: z.string(), name: z.string() }),
  /** For `every`: in how many workspaces the connection was ended. */
  leftOutCount: z.int(),
  program: z.string().nullable(),
  createdAt: z.int(),
  lastUsedAt: z.int().nullable(),
  /** When it ends if it is not used before; null when it has ended. */
  liveUntil: z.int().nullable(),
  endedAt: z.int().nullable(),
  endedReason: z.string().nullable(),
})

export const listConnections = personAction("console", {
  input: z.object(listInput(25)),
  output: listOutput(connection),
  async run(cx, asked) {
    const page = await pages.find(asked, (part) => listOwnGrants(cx, cx.accountId, part))
    return { ...page, items: page.items.map((row) => toConnection(cx, row)) }
  },
})

export function toConnection(cx: Pick<Context, "now" | "client">, row: ListedGrant): z.input<typeof connection> {
  const { host, isLocal } = redirectHost(row.redirect_uri)
  const isLive = row.revoked_at === null && row.live_until !== null && row.live_until > cx.now()
  return fromRow(connection, row, {
    app: appOf(row),
    clientName: clientName(cx, row.client_id),
    redirectHost: host,
    isLocal,
    scopes: readScopes(row.scope).map(scopeWordsOf),
    reach: row.workspace_id === null ? "every" : "one",
    workspace: { slug: row.slug, name: row.name },
    leftOutCount: readLeftOut(row.left_out).size,
    liveUntil: isLive ? row.live_until : null,
    endedAt: isLive ? null : (row.revoked_at ?? row.live_until),
    endedReason: isLive ? null : (row.revoked_reason ?? "expired"),
  })
}
