import { randomBytes, randomUUID } from "node:crypto"
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Settings } from "#config/settings.ts"
import { SettingsError } from "#config/variable.ts"
import { shortestSecretKey } from "#config/variables.ts"

export function secretKeyFile({ dataDir }: Pick<Settings, "dataDir">): string {
  return join(dataDir, "secret.key")
}

/** Outside production a missing secret is generated once and stored, so that links still open after a restart. */
export function secretsOf(settings: Settings): [string, ...string[]] {
  const [newest, ...older] = settings.secretKeys ?? []
  if (newest !== undefined) return [newest, ...older]
  const path = secretKeyFile(settings)
  if (!existsSync(path)) storeKey(path, randomBytes(32).toString("base64url"))
  return [readKey(path)]
}

/** @throws SettingsError for a file that is cut. An empty key would sign links that anyone can forge. */
export function readKey(path: string): string {
  const key = readFileSync(path, "utf8")
  if (key.length >= shortestSecretKey) return key
  throw new SettingsError([
    `${path} has no whole key. Put it back from a backup, or remove it if this is the first start.`,
  ])
}

/**
 * Stores a key, unless there is one. Writes a file beside it first: neither a full disk nor a second process leads to a
 * part of a key.
 */
export function storeKey(path: string, key: string): void {
  mkdirSync(dirname(path), { recursive: true })
  const whole = `${path}.${randomUUID()}`
  try {
    writeFileSync(whole, key, { mode: 0o600, flush: true })
    linkSync(whole, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  } finally {
    rmSync(whole, { force: true })
  }
}
