import type { AgentTables } from "./tables/agents.ts"
import type { DriveTables } from "./tables/drive.ts"
import type { HandoverTables } from "./tables/handover.ts"
import type { MachineryTables } from "./tables/machinery.ts"
import type { PeopleTables } from "./tables/people.ts"
import type { StudioTables } from "./tables/studio.ts"
import type { UnclearMoneyTables } from "./tables/unclear-money.ts"

/**
 * The database at a glance; `migrations/` makes it. The same on SQLite and PostgreSQL.
 *
 * Ids are text with a prefix. Times (`…_at`) are epoch milliseconds. There are no booleans: a state that can be left
 * is a nullable time. Money is in minor units of `currency`. JSON is text that the store parses.
 *
 * The tables, in `tables/`:
 * - `people.ts`: accounts, workspaces, members, domains, sign_ins, sessions, passkeys, passkey_challenges, invitations
 * - `handover.ts`: offers, short_keys, offer_files, gift_codes, purchases, payment_accounts, payment_events
 * - `unclear-money.ts`: session_listings, unclear_money
 * - `drive.ts`: files, folders, upload_links, uploads, upload_parts, blob_holds, drive_storage, docs, doc_versions
 * - `studio.ts`: short_links, team_times, date_overrides, stream_plans, chat_channels
 * - `agents.ts`: authorization_requests, grants, authorization_codes, access_tokens, refresh_tokens, audit_entries
 * - `machinery.ts`: idempotency_keys, jobs, secret_keys, commits
 */
export interface Schema
  extends PeopleTables,
    HandoverTables,
    UnclearMoneyTables,
    DriveTables,
    StudioTables,
    AgentTables,
    MachineryTables {}
