import { sql } from "kysely"

/**
 * The condition, for a query that joins `workspaces`, under which anybody reaches a workspace: it is neither in the trash nor
 * suspended. Memberships, connections, pay links, upload links and background work stop where it does not hold.
 */
export const isReachable = sql<boolean>`(workspaces.deleted_at is null and workspaces.suspended_at is null)`
