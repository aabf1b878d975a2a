import { randomBytes } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Settings } from "#config/settings.ts"

export function secretKeyFile({ dataDir }: Pick<Settings, "dataDir">): string {
  return join(dataDir, "secret.key")
}

/** Outside production a missing secret is generated once and stored, so that links still open after a restart. */
export function secretsOf(settings: Settings): [string, ...string[]] {
  const [newest, ...older] = settings.secretKeys ?? []
  if (newest !== undefined) return [newest, ...older]
  const path = secretKeyFile(settings)
  mkdirSync(settings.dataDir, { recursive: true })
  try {
    writeFileSync(path, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  }
  return [readFileSync(path, "utf8")]
}
