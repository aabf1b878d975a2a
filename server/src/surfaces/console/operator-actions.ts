import { getSignUp, setSignUp } from "#domains/accounts/index.ts"
import { listInstallationSales, listUnclearMoney, settleUnclearMoney } from "#domains/handover/index.ts"
import {
  closeReport,
  getMailOverview,
  getOperatorOverview,
  liftSuspension,
  listDeadJobs,
  listEveryWorkspace,
  listFailedMails,
  listReports,
  listSuspensions,
  retryDeadJob,
  retryDeadJobs,
  suspend,
} from "#domains/operators/index.ts"
import type { ConsoleRow } from "./console-row.ts"

export const operatorActions = {
  "close-report": { does: closeReport, method: "POST" },
  "get-mail-overview": { does: getMailOverview, method: "GET" },
  "list-failed-mails": { does: listFailedMails, method: "GET" },
  "get-operator-overview": { does: getOperatorOverview, method: "GET" },
  "get-sign-up": { does: getSignUp, method: "GET" },
  "lift-suspension": { does: liftSuspension, method: "POST" },
  "list-dead-jobs": { does: listDeadJobs, method: "GET" },
  "list-every-workspace": { does: listEveryWorkspace, method: "GET" },
  "list-installation-sales": { does: listInstallationSales, method: "GET" },
  "list-reports": { does: listReports, method: "GET" },
  "list-suspensions": { does: listSuspensions, method: "GET" },
  "list-unclear-money": { does: listUnclearMoney, method: "GET" },
  "retry-dead-job": { does: retryDeadJob, method: "POST" },
  "retry-dead-jobs": { does: retryDeadJobs, method: "POST" },
  "set-sign-up": { does: setSignUp, method: "POST" },
  "settle-unclear-money": { does: settleUnclearMoney, method: "POST" },
  suspend: { does: suspend, method: "POST" },
} as const satisfies Record<string, ConsoleRow>
