import type { Reading } from "#access/context.ts"
import { noSuchServer } from "./refusals.ts"
import { findServerRow, type InWorkspace, type ServerRow } from "./server-store.ts"

/**
 * A server of the workspace.
 *
 * @throws ServiceError `not_found`.
 */
export async function ownServer(cx: Reading, own: InWorkspace, id: string): Promise<ServerRow> {
  const server = await findServerRow(cx, own, id)
  if (!server) throw noSuchServer()
  return server
}
