import type { Tables } from "../../.types/tables.d.ts"

/**
 * The schema, the same on SQLite and PostgreSQL: `baseline/` has one file of SQL for each domain, and `npm run types` makes
 * the types. Ids are text with a prefix. Times (`…_at`) are epoch milliseconds. A state that can end is a nullable time,
 * never a boolean. Money is in minor units of `currency`. JSON is text that the store parses.
 */
export interface Schema extends Tables {}
