import type { Reading } from "#access/context.ts"
import { noSuchServer } from "./refusals.ts"
import { findServerRow, type InWorkspace, type ServerRow } from "./server-store.ts"

/** @throws ServiceError `not_found` for a server of another workspace. */
export async function ownServer(cx: Reading, own: InWorkspace, id: string): Promise<ServerRow> {
  const server = await findServerRow(cx, own, id)
  if (!server) throw noSuchServer()
  return server
}
