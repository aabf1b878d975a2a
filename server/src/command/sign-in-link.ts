import { systemContext } from "#access/perform.ts"
import { makeOperatorsSignInLink } from "#domains/accounts/index.ts"
import { toStoredEmail } from "#kernel/email-address.ts"
import { openApp } from "#start/app.ts"
import { checkMigrated } from "#storage/migration-checks.ts"
import { logTo } from "./backups.ts"
import { refuseMissing } from "./migrations.ts"
import { type Asked, type CommandResult, UsageError } from "./outcome.ts"

export async function printSignInLink(asked: Asked): Promise<CommandResult> {
  const email = toStoredEmail(asked.argument ?? "")
  if (email === undefined) throw new UsageError("<email> is not a mail address.")
  const settings = asked.settings()
  refuseMissing(settings)
  const app = await openApp(settings, logTo(asked, settings.logLevel))
  try {
    await checkMigrated(app.database)
    const made = await makeOperatorsSignInLink(systemContext(app), email)
    if (!made)
      throw new Error("No account has this address. A person makes one by signing in, or accepts an invitation.")
    const { link, expiresAt } = made
    return { text: link, data: { link, expiresAt: new Date(expiresAt).toISOString() } }
  } finally {
    await app.close()
  }
}
