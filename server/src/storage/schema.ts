import type { PeopleTables } from "./tables/accounts.ts"
import type { AgentTables } from "./tables/connections.ts"
import type { DriveTables } from "./tables/drive.ts"
import type { HandoverTables } from "./tables/handover.ts"
import type { UnclearMoneyTables } from "./tables/handover-payments.ts"
import type { MachineryTables } from "./tables/jobs.ts"
import type { StudioTables } from "./tables/team-time.ts"

/**
 * The database at a glance; `migrations/` makes it. The same on SQLite and PostgreSQL.
 *
 * Ids are text with a prefix. Times (`…_at`) are epoch milliseconds. There are no booleans: a state that can be left
 * is a nullable time. Money is in minor units of `currency`. JSON is text that the store parses.
 *
 * The tables, in `tables/`:
 * - `accounts.ts`: accounts, workspaces, members, domains, sign_ins, sessions, passkeys, passkey_challenges, invitations
 * - `handover.ts`: offers, short_keys, offer_files, gift_codes, purchases, payment_accounts, payment_events
 * - `handover-payments.ts`: session_listings, unclear_money
 * - `drive.ts`: files, folders, upload_links, uploads, upload_parts, blob_holds, drive_storage, docs, doc_versions
 * - `team-time.ts`: short_links, team_times, date_overrides, stream_plans, chat_channels
 * - `connections.ts`: authorization_requests, grants, authorization_codes, access_tokens, refresh_tokens, audit_entries
 * - `jobs.ts`: idempotency_keys, jobs, secret_keys, commits
 */
export interface Schema
  extends PeopleTables,
    HandoverTables,
    UnclearMoneyTables,
    DriveTables,
    StudioTables,
    AgentTables,
    MachineryTables {}
