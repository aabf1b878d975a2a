import type { Inside, Reading } from "#access/context.ts"
import { latestMade } from "#kernel/has-ended.ts"
import { minuteMs } from "#kernel/time/units.ts"
import type { Schema } from "#storage/schema.ts"
import { changesRow } from "#storage/whether.ts"

export type Passkey = Schema["passkeys"]

export async function insertChallenge(cx: Inside, challenge: Schema["passkey_challenges"]): Promise<void> {
  await cx.db.insertInto("passkey_challenges").values(challenge).execute()
}

export const challengeMs = 5 * minuteMs

/** Uses a challenge up. Returns false when it does not exist, has expired, or is for another asker. */
export async function takeChallenge(cx: Inside, hash: string, asker: string): Promise<boolean> {
  return changesRow(
    cx.db
      .deleteFrom("passkey_challenges")
      .where("hash", "=", hash)
      .where("asker", "=", asker)
      .where("expires_at", ">", cx.now())
      .where("expires_at", "<=", latestMade(cx.now()) + challengeMs),
  )
}

/** Adds a passkey. Returns false when its id already exists, in any account. */
export async function insertPasskey(cx: Inside, passkey: Passkey): Promise<boolean> {
  return changesRow(
    cx.db
      .insertInto("passkeys")
      .values(passkey)
      .onConflict((conflict) => conflict.column("id").doNothing()),
  )
}

export function findPasskey(cx: Reading, id: string): Promise<Passkey | undefined> {
  return cx.db.selectFrom("passkeys").selectAll().where("id", "=", id).executeTakeFirst()
}

export function listPasskeysOf(cx: Reading, accountId: string): Promise<Passkey[]> {
  return cx.db
    .selectFrom("passkeys")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute()
}

/** Records a use. False when the counter did not rise (a copy may exist). Many passkeys do not count and stay at 0. */
export async function usePasskey(cx: Inside, id: string, counter: number): Promise<boolean> {
  return changesRow(
    cx.db
      .updateTable("passkeys")
      .set({ counter, last_used_at: cx.now() })
      .where("id", "=", id)
      .where("counter", counter === 0 ? "=" : "<", counter),
  )
}

export async function updatePasskeyName(cx: Inside, of: { accountId: string; id: string }, name: string) {
  return changesRow(
    cx.db.updateTable("passkeys").set({ name }).where("id", "=", of.id).where("account_id", "=", of.accountId),
  )
}

export async function deletePasskey(cx: Inside, accountId: string, id: string): Promise<boolean> {
  return changesRow(cx.db.deleteFrom("passkeys").where("id", "=", id).where("account_id", "=", accountId))
}
