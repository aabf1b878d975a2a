import { z } from "zod"
import { personAction } from "#access/action.ts"
import { fromRow } from "#access/from-row.ts"
import { readLeftOut } from "#access/grant-store.ts"
import { byCreation, listOf } from "#kernel/cursor.ts"
import { listInput, listOutput } from "#kernel/list-input.ts"
import { appOf, redirectHost } from "../redirect-host.ts"
import { readScopes } from "../scope-text.ts"
import { grantedScope, wordsOf } from "../scope-words.ts"
import { type ListedGrant, listOwnGrants } from "../tokens/index.ts"

const pages = listOf("connections", byCreation)

/** A connected app as its person sees it. */
export const connection = z.object({
  id: z.string(),
  clientId: z.string(),
  /** The same for connections of one app. */
  app: z.string(),
  redirectHost: z.string(),
  /** It was made by a program on the person's own computer. */
  isLoopback: z.boolean(),
  scopes: z.array(grantedScope),
  /** `every`: all of the person's workspaces, and `workspace` is the one acted on unless a call names another. */
  reach: z.enum(["one", "every"]),
  workspace: z.object({ slug: z.string(), name: z.string() }),
  /** In how many workspaces a connection for every one was ended. */
  leftOutCount: z.int(),
  createdAt: z.int(),
  lastUsedAt: z.int().nullable(),
  /** When it ends if it is not used until then; null when it has ended. */
  liveUntil: z.int().nullable(),
  endedAt: z.int().nullable(),
  endedReason: z.string().nullable(),
})

/** The person's connected apps, newest first; those that have ended as well. */
export const listConnections = personAction({
  scope: "console",
  input: z.object(listInput(25)),
  output: listOutput(connection),
  async run(cx, asked) {
    const page = await pages.find(asked, (part) => listOwnGrants(cx, cx.accountId, part))
    return { ...page, items: page.items.map((row) => toConnection(row, cx.now())) }
  },
})

/** A row as its person sees it. */
export function toConnection(row: ListedGrant, now: number): z.input<typeof connection> {
  const { host, isLoopback } = redirectHost(row.redirect_uri)
  const isLive = row.revoked_at === null && row.live_until !== null && row.live_until > now
  return fromRow(connection, row, {
    app: appOf(row),
    redirectHost: host,
    isLoopback,
    scopes: readScopes(row.scope).map(wordsOf),
    reach: row.workspace_id === null ? "every" : "one",
    workspace: { slug: row.slug, name: row.name },
    leftOutCount: readLeftOut(row.left_out).size,
    liveUntil: isLive ? row.live_until : null,
    endedAt: isLive ? null : (row.revoked_at ?? row.live_until),
    endedReason: isLive ? null : (row.revoked_reason ?? "expired"),
  })
}
