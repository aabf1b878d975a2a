import type { Kysely } from "kysely"
import { up as people } from "./0001-people.ts"
import { up as handover } from "./0002-handover.ts"
import { up as requestsAndJobs } from "./0003-requests-and-jobs.ts"
import { up as signIn } from "./0004-people.ts"
import { up as connections } from "./0005-connections.ts"
import { up as links } from "./0006-links.ts"
import { up as docs } from "./0007-docs.ts"
import { up as drive } from "./0008-drive.ts"
import { up as teamTime } from "./0009-team-time.ts"
import { up as chatCommands } from "./0010-chat-commands.ts"
import { up as buyers } from "./0011-buyers.ts"
import { up as unclearMoney } from "./0012-unclear-money.ts"
import { up as holds } from "./0013-holds.ts"
import { up as frozenRequests } from "./0014-frozen-requests.ts"
import { up as lanes } from "./0015-lanes.ts"
import { up as endedGrants } from "./0016-ended-grants.ts"
import { up as commits } from "./0017-commits.ts"
import { up as secretKeys } from "./0018-secret-keys.ts"
import { up as blobs } from "./0019-blob-holds.ts"
import { up as foundSessions } from "./0020-found-sessions.ts"
import { up as linkDays } from "./0021-link-days.ts"
import { up as workspaces } from "./0022-workspaces.ts"
import { up as sales } from "./0023-sales.ts"
import { up as linksAndDrive } from "./0024-links-and-drive.ts"
import { up as docsTogether } from "./0025-docs-together.ts"
import { up as changes } from "./0026-changes.ts"
import { up as words } from "./0027-words.ts"
import { up as notifications } from "./0028-notifications.ts"
import { up as docWriters } from "./0029-doc-writers.ts"
import { up as assistant } from "./0030-assistant.ts"
import { up as toolServers } from "./0031-tool-servers.ts"
import { up as repairs } from "./0032-repairs.ts"

/** Every migration in the order it runs. A name that has run anywhere never changes. */
export const migrations: Record<string, (db: Kysely<unknown>) => Promise<void>> = {
  "0001-people": people,
  "0002-handover": handover,
  "0003-requests-and-jobs": requestsAndJobs,
  "0004-people": signIn,
  "0005-connections": connections,
  "0006-links": links,
  "0007-docs": docs,
  "0008-drive": drive,
  "0009-team-time": teamTime,
  "0010-chat-commands": chatCommands,
  "0011-buyers": buyers,
  "0012-unclear-money": unclearMoney,
  "0013-holds": holds,
  "0014-frozen-requests": frozenRequests,
  "0015-lanes": lanes,
  "0016-ended-grants": endedGrants,
  "0017-commits": commits,
  "0018-secret-keys": secretKeys,
  "0019-blob-holds": blobs,
  "0020-found-sessions": foundSessions,
  "0021-link-days": linkDays,
  "0022-workspaces": workspaces,
  "0023-sales": sales,
  "0024-links-and-drive": linksAndDrive,
  "0025-docs-together": docsTogether,
  "0026-changes": changes,
  "0027-words": words,
  "0028-notifications": notifications,
  "0029-doc-writers": docWriters,
  "0030-assistant": assistant,
  "0031-tool-servers": toolServers,
  "0032-repairs": repairs,
}
