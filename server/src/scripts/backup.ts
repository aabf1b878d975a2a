import { openLog } from "#log/log.ts"
import { inWords, runCommand } from "./backups/command.ts"
import { takeBackup } from "./backups/take-backup.ts"

await runCommand("backup", async (settings, folder) => {
  const { blobs, missing, secretKey, takenAt } = await takeBackup(settings, folder, openLog(settings.logLevel))
  if (missing.length > 0) {
    process.stderr.write(`The store lacks, or has damaged: ${missing.join(", ")}.\n`)
    process.exitCode = 2
  }
  const key = secretKey
    ? "The secret key is in it: keep it where no other person can read it."
    : "The secret key is not in it: keep SVC_SECRET_KEY elsewhere."
  return `The backup in ${folder} is complete, as of ${takenAt}: the database and ${inWords(blobs)}. ${key}`
})
