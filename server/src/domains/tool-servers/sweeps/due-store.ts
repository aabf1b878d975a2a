import type { Reading } from "#access/context.ts"
import { findsRow } from "#storage/whether.ts"

export async function hasToolServers(cx: Reading): Promise<boolean> {
  const left = cx.db.selectFrom("tool_server_tokens").select("id")
  return (await findsRow(cx.db.selectFrom("tool_servers").select("id"))) || (await findsRow(left))
}
