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

export function insertRequest(
  file: SandboxFile,
  request: RequestRow & { account: string; key: string; createdAt: number },
): void {
  file.run(
    "insert into requests (account, key, fingerprint, answer, created_at) values (?, ?, ?, ?, ?)",
    request.account,
    request.key,
    request.fingerprint,
    request.answer,
    request.createdAt,
  )
}

/** Forgets the keys that are 24 hours old: from then on, a key is a new request. */
export function removeOldRequests(file: SandboxFile, now: number): void {
  file.run("delete from requests where created_at <= ?", now - keptMs)
}
