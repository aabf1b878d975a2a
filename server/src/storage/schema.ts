import type { AccountTables } from "./tables/accounts.ts"
import type { ChatCommandTables } from "./tables/chat-commands.ts"
import type { ConnectionTables } from "./tables/connections.ts"
import type { DocTables } from "./tables/docs.ts"
import type { DriveTables } from "./tables/drive.ts"
import type { HandoverTables } from "./tables/handover.ts"
import type { HandoverPaymentTables } from "./tables/handover-payments.ts"
import type { JobTables } from "./tables/jobs.ts"
import type { LinkTables } from "./tables/links.ts"
import type { StorageTables } from "./tables/storage.ts"
import type { TeamTimeTables } from "./tables/team-time.ts"
import type { TransportTables } from "./tables/transport.ts"
import type { WorkspaceTables } from "./tables/workspaces.ts"

/**
 * The database at a glance; `migrations/` makes it. The same on SQLite and PostgreSQL.
 *
 * Ids are text with a prefix. Times (`…_at`) are epoch milliseconds. There are no booleans: a state that can be left
 * is a nullable time. Money is in minor units of `currency`. JSON is text that the store parses.
 *
 * The tables, in `tables/`: a file for each domain (handover has two), then one for each floor that has its own.
 * - `accounts.ts`: accounts, sign_ins, sessions, passkeys, passkey_challenges
 * - `workspaces.ts`: workspaces, members, domains, invitations
 * - `connections.ts`: authorization_requests, grants, authorization_codes, access_tokens, refresh_tokens, audit_entries
 * - `links.ts`: short_links
 * - `docs.ts`: docs, doc_versions
 * - `drive.ts`: files, folders, upload_links, uploads, blob_holds, upload_parts, drive_storage
 * - `team-time.ts`: team_times, date_overrides, stream_plans
 * - `chat-commands.ts`: chat_channels
 * - `handover.ts`: offers, short_keys, offer_files, gift_codes, purchases, sale_windows, sale_notices
 * - `handover-payments.ts`: payment_accounts, payment_events, session_listings, unclear_money
 * - `jobs.ts`: jobs
 * - `transport.ts`: idempotency_keys
 * - `storage.ts`: secret_keys, commits
 */
export interface Schema
  extends AccountTables,
    WorkspaceTables,
    ConnectionTables,
    LinkTables,
    DocTables,
    DriveTables,
    TeamTimeTables,
    ChatCommandTables,
    HandoverTables,
    HandoverPaymentTables,
    JobTables,
    TransportTables,
    StorageTables {}
