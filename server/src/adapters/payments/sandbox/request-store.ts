import type { SandboxFile } from "./file.ts"

interface RequestRow {
  fingerprint: string
  /** JSON of the first answer; null for an internal error, which is repeated as well. */
  answer: string | null
}

const keptMs = 24 * 3600 * 1000

export function findRequest(file: SandboxFile, processorAccount: string, key: string): RequestRow | undefined {
  return file.row<RequestRow>(
    "select fingerprint, answer from requests where account = ? and key = ?",
    processorAccount,
    key,
  )
}

export function insertRequest(
  file: SandboxFile,
  row: RequestRow & { account: string; key: string; created_at: number },
): void {
  file.insert("requests", row)
}

/** Removes keys that are 24 hours old. After that, the same key makes a new request. */
export function removeOldRequests(file: SandboxFile, now: number): void {
  file.run("delete from requests where created_at <= ?", now - keptMs)
}
