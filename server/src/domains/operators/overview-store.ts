import type { Reading } from "#access/context.ts"

export async function countWaiting(cx: Reading) {
  const counts = await cx.db
    .selectNoFrom(({ selectFrom, fn }) => {
      const count = fn.countAll<number>().as("count")
      return [
        selectFrom("abuse_reports").where("closed_at", "is", null).select(count).as("openReports"),
        selectFrom("suspensions").where("lifted_at", "is", null).select(count).as("suspensions"),
        selectFrom("jobs").where("dead_at", "is not", null).select(count).as("deadJobs"),
        selectFrom("unclear_money").where("settled_at", "is", null).select(count).as("unclearMoney"),
        selectFrom("workspaces").where("deleted_at", "is", null).select(count).as("workspaces"),
        selectFrom("directory").where("kind", "=", "pay_key").select(count).as("shortKeys"),
      ]
    })
    .executeTakeFirstOrThrow()
  const { openReports, suspensions, deadJobs, unclearMoney, workspaces, shortKeys } = counts
  return {
    openReports: Number(openReports),
    suspensions: Number(suspensions),
    deadJobs: Number(deadJobs),
    unclearMoney: Number(unclearMoney),
    workspaces: Number(workspaces),
    shortKeys: Number(shortKeys),
  }
}
