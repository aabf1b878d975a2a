import { sql } from "kysely"

/** Whether a joined workspace is in use. While it is not, its memberships, connections, links and work stop. */
export const isReachable = sql<boolean>`(workspaces.deleted_at is null and workspaces.suspended_at is null)`
