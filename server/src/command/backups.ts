import { drillRestore } from "#backups/drill.ts"
import { findFaults, openBackup } from "#backups/read-backup.ts"
import { restoreBackup } from "#backups/restore-backup.ts"
import { takeBackup } from "#backups/take-backup.ts"
import { openLog } from "#log/log.ts"
import type { Asked, CommandResult } from "./outcome.ts"
import { exits, inSentences, UsageError } from "./outcome.ts"

export async function backUp(asked: Asked): Promise<CommandResult> {
  const { folder, pool } = sourceOf(asked)
  const { encrypt = [], keep: [keep] = [] }: Asked["options"] = asked.options
  const target = { folder, pool, encryptTo: encrypt, keep: keep === undefined ? undefined : toCount(keep) }
  const settings = asked.settings()
  const taken = await takeBackup(settings, target, logTo(asked, settings.logLevel))
  const { copied, expired } = taken
  const { blobs, missing, secretKey, takenAt } = taken.manifest
  const expiryError = taken.expiryFault === undefined ? null : inSentences(taken.expiryFault)
  const key = secretKey
    ? "The secret key is in it: keep it where no other person can read it."
    : "The secret key is not in it: keep SVC_SECRET_KEY elsewhere."
  const fresh = pool === undefined ? "" : ` New in the pool or the backup: ${inWords(copied)}.`
  const lacking = missing.length > 0 ? `\nThe store lacks, or has damaged: ${missing.join(", ")}.` : ""
  return {
    text: `The backup in ${folder} is complete, as of ${takenAt}: the database and ${inWords(blobs)}.${fresh} ${key}${keep === undefined ? "" : inSentence(expired, expiryError)}${lacking}`,
    data: {
      ...{ folder, takenAt, blobs, copied, missing, expiryError },
      ...{ hasSecretKey: secretKey !== null, expired: expired ?? null },
    },
    ...((missing.length > 0 || expiryError !== null) && { exit: exits.incomplete }),
  }
}

export async function verifyBackup(asked: Asked): Promise<CommandResult> {
  const { folder, pool } = sourceOf(asked)
  const backup = await openBackup(asked.settings(), { folder, pool })
  const faults = await findFaults(backup)
  if (faults.length > 0) throw new Error(faults.join("\n"))
  const { blobs, takenAt } = backup.manifest
  return {
    text: `The backup in ${folder} is whole, as of ${takenAt}: the database and ${inWords(blobs)}.`,
    data: { folder, takenAt, blobs },
  }
}

export async function restore(asked: Asked): Promise<CommandResult> {
  const source = sourceOf(asked)
  const { blobs, missing, takenAt } = await restoreBackup(asked.settings(), source)
  const lacking = missing.length > 0 ? ` Missing when it was taken: ${missing.join(", ")}.` : ""
  return {
    text: `Restored as of ${takenAt}: the database and ${inWords(blobs)}.${lacking}${copyWarning} Start the service now.`,
    data: { folder: source.folder, takenAt, blobs, missing },
  }
}

export async function practiseRestore(asked: Asked): Promise<CommandResult> {
  const source = sourceOf(asked)
  const settings = asked.settings()
  const { blobs, takenAt } = await drillRestore(settings, source, logTo(asked, settings.logLevel))
  return {
    text: `The backup in ${source.folder} can be restored, as of ${takenAt}: the database and ${inWords(blobs)}. All checks passed, and the restored copy is removed.`,
    data: { folder: source.folder, takenAt, blobs },
  }
}

const copyWarning = " If this is a copy, set SVC_WEBHOOKS=off first: it would send to the original's receivers."

/** The log of a command: its lines are no result. */
export function logTo({ say }: Pick<Asked, "say">, level: string) {
  return openLog(level, { write: (line) => say(line.trimEnd()) })
}

function sourceOf({ argument: folder = "", options: { pool, identity } }: Asked) {
  return { folder, pool: pool?.[0], identity: identity?.[0] }
}

function toCount(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new UsageError("--keep takes the number of backups that stay: 1 or more.")
  return Number(text)
}

function inSentence(expired: { backups: string[]; blobs: number } | undefined, error: string | null): string {
  if (error !== null) return `\nRemoving expired backups failed: ${error}`
  if (!expired) return " Another backup is running, so no expired one was removed."
  return ` Removed ${expired.backups.length} expired: ${expired.backups.join(", ") || "none"}; ${expired.blobs} files left the pool.`
}

function inWords({ count, sizeBytes }: { count: number; sizeBytes: number }): string {
  return `${count} ${count === 1 ? "file" : "files"} of ${sizeBytes} bytes in all`
}
