import { z } from "zod"
import type { Member, Reading } from "#access/context.ts"
import { roleCovers } from "#access/roles.ts"
import { redirectHost } from "../redirect-host.ts"
import { listWriteLines } from "./workspace-audit-store.ts"

export const agentWrite = z.object({
  id: z.string(),
  app: z.object({ host: z.string(), isLocal: z.boolean().describe("A program on the member's own computer.") }),
  member: z.object({ name: z.string().describe("Whom it acts for."), isCaller: z.boolean() }),
  tool: z.string(),
  thingId: z.string().nullable().describe("What it made; null when that has no id."),
  at: z.int().describe("Epoch milliseconds."),
})

/** Lists the latest writes of apps and agents, newest first: for admins all, for others their own apps'. */
export async function listAgentWrites(cx: Reading & Member, limit: number): Promise<z.output<typeof agentWrite>[]> {
  const accountId = roleCovers(cx.role, "admin") ? undefined : cx.accountId
  const lines = await listWriteLines(cx, { accountId, limit })
  return lines.map(({ id, tool, thing, created_at, redirect_uri, account_id, member_name }) => ({
    id,
    app: redirectHost(redirect_uri),
    member: { name: member_name, isCaller: account_id === cx.accountId },
    tool,
    thingId: thing || null,
    at: created_at,
  }))
}
