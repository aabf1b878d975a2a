import { sql } from "kysely"

/** For queries that join `workspaces`. Otherwise the workspace's memberships, connections, links and work stop. */
export const isReachable = sql<boolean>`(workspaces.deleted_at is null and workspaces.suspended_at is null)`
