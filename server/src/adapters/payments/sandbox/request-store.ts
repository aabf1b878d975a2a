import type { SandboxFile } from "./file.ts"

interface RequestRow {
  fingerprint: string
  /** JSON of the first answer; null for an internal error, which is repeated as well. */
  answer: string | null
}

/** How long an idempotency key is remembered. */
const keptMs = 24 * 3600 * 1000

/** The first answer to a key, or undefined when the key is new or was forgotten. */
export function findRequest(file: SandboxFile, account: string, key: string): RequestRow | undefined {
  return file.row<RequestRow>("select fingerprint, answer from requests where account = ? and key = ?", account, key)
}

/** Keeps the first answer to a key. */
export function insertRequest(
  file: SandboxFile,
  row: RequestRow & { account: string; key: string; created_at: number },
): void {
  file.insert("requests", row)
}

/** Forgets the keys that are 24 hours old: from then on, a key is a new request. */
export function removeOldRequests(file: SandboxFile, now: number): void {
  file.run("delete from requests where created_at <= ?", now - keptMs)
}
