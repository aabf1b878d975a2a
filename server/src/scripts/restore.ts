import { inWords, runCommand } from "./backups/command.ts"
import { restoreBackup } from "./backups/restore-backup.ts"

await runCommand("restore", async (settings, folder) => {
  const { blobs, missing, takenAt } = await restoreBackup(settings, folder)
  const lacking = missing.length > 0 ? ` Missing when it was taken: ${missing.join(", ")}.` : ""
  return `Restored as of ${takenAt}: the database and ${inWords(blobs)}.${lacking} Start the service now.`
})
