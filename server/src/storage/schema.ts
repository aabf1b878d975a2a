import type { AccountTables } from "./tables/accounts.ts"
import type { AssetsTables } from "./tables/assets.ts"
import type { AssistantTables } from "./tables/assistant.ts"
import type { AssistantMarkTables } from "./tables/assistant-marks.ts"
import type { ChangeTables } from "./tables/changes.ts"
import type { ChatCommandTables } from "./tables/chat-commands.ts"
import type { ConnectionTables } from "./tables/connections.ts"
import type { DocTables } from "./tables/docs.ts"
import type { DriveTables } from "./tables/drive.ts"
import type { HandoverTables } from "./tables/handover.ts"
import type { HandoverPaymentTables } from "./tables/handover-payments.ts"
import type { JobTables } from "./tables/jobs.ts"
import type { LinkTables } from "./tables/links.ts"
import type { MailTables } from "./tables/mails.ts"
import type { NotificationTables } from "./tables/notifications.ts"
import type { OperatorTables } from "./tables/operators.ts"
import type { SellerPageTables } from "./tables/seller-pages.ts"
import type { StorageTables } from "./tables/storage.ts"
import type { TeamTimeTables } from "./tables/team-time.ts"
import type { ToolServerTables } from "./tables/tool-servers.ts"
import type { TransportTables } from "./tables/transport.ts"
import type { WebhookTables } from "./tables/webhooks.ts"
import type { WorkspaceTables } from "./tables/workspaces.ts"

/**
 * The schema, the same on SQLite and PostgreSQL. `tables/` has one file for each domain; `baseline/` has the same files
 * in SQL. Ids are text with a prefix. Times (`…_at`) are epoch milliseconds. A state that can end is a nullable time,
 * never a boolean. Money is in minor units of `currency`. JSON is text that the store parses.
 */
export interface Schema
  extends AccountTables,
    AssistantTables,
    AssistantMarkTables,
    WorkspaceTables,
    ConnectionTables,
    LinkTables,
    DocTables,
    DriveTables,
    TeamTimeTables,
    ChatCommandTables,
    ChangeTables,
    HandoverTables,
    HandoverPaymentTables,
    JobTables,
    MailTables,
    NotificationTables,
    OperatorTables,
    SellerPageTables,
    ToolServerTables,
    TransportTables,
    StorageTables,
    AssetsTables,
    WebhookTables {}
