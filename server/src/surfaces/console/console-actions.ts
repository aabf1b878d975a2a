import { accountActions } from "./account-actions.ts"
import { assistantActions } from "./assistant-actions.ts"
import { docsAndDriveActions } from "./docs-and-drive-actions.ts"
import { handoverActions } from "./handover-actions.ts"
import { linksAndDomainsActions } from "./links-and-domains-actions.ts"
import { membersAndSettingsActions } from "./members-and-settings-actions.ts"
import { operatorActions } from "./operator-actions.ts"

/**
 * The actions of the console by the name in their address (`/console/<name>`). Each area has a table. Streams and
 * pictures have separate addresses.
 */
export const consoleActions = {
  ...accountActions,
  ...assistantActions,
  ...docsAndDriveActions,
  ...handoverActions,
  ...linksAndDomainsActions,
  ...membersAndSettingsActions,
  ...operatorActions,
} as const

export type ConsoleActions = typeof consoleActions
