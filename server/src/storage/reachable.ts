import { sql } from "kysely"

/**
 * The condition under which a workspace can be reached, for a query that joins `workspaces`: the workspace is neither
 * in the trash nor suspended. Otherwise its memberships, connections, pay links, upload links and background work stop.
 */
export const isReachable = sql<boolean>`(workspaces.deleted_at is null and workspaces.suspended_at is null)`
