import type { Inside, Reading } from "#access/context.ts"
import type { EraseStep } from "#access/domain-steps.ts"
import { hideInEvents } from "#changes/event-store.ts"
import { newId } from "#kernel/ids.ts"
import { findsRow } from "#storage/whether.ts"
import { memberEvents } from "./member-events.ts"

export interface AccountIdentity {
  id: string
  email: string
  name: string | null
}

/** Reads the account of a signed-in person. It must exist, since their session does. */
export function getAccount(cx: Reading, id: string): Promise<AccountIdentity> {
  return cx.db.selectFrom("accounts").select(["id", "email", "name"]).where("id", "=", id).executeTakeFirstOrThrow()
}

/** Undefined when the account was erased. */
export function findAccount(cx: Reading, id: string): Promise<AccountIdentity | undefined> {
  return cx.db.selectFrom("accounts").select(["id", "email", "name"]).where("id", "=", id).executeTakeFirst()
}

/** The address must be in its canonical form. */
export function findAccountByEmail(cx: Reading, email: string): Promise<AccountIdentity | undefined> {
  return cx.db.selectFrom("accounts").select(["id", "email", "name"]).where("email", "=", email).executeTakeFirst()
}

/** Inserts an account unless the address already has one. Returns the account's id. */
export async function insertAccount(cx: Inside, email: string): Promise<string> {
  const id = newId("account")
  const added = await cx.db
    .insertInto("accounts")
    .values({ id, email, name: null, created_at: cx.now() })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows === 1n) return id
  const there = await cx.db.selectFrom("accounts").select("id").where("email", "=", email).executeTakeFirstOrThrow()
  return there.id
}

export async function updateName(cx: Inside, id: string, name: string | null): Promise<void> {
  await cx.db.updateTable("accounts").set({ name }).where("id", "=", id).execute()
}

export async function isInvited(cx: Reading, email: string): Promise<boolean> {
  return findsRow(
    cx.db.selectFrom("invitations").select("id").where("email", "=", email).where("expires_at", ">", cx.now()),
  )
}

/** Deletes the ways to sign in to an account, and its name and address. */
export const forgetIdentity: EraseStep = async (cx, { id, email }) => {
  await cx.db.deleteFrom("sessions").where("account_id", "=", id).execute() // deletes push subscriptions, too
  await cx.db.deleteFrom("passkeys").where("account_id", "=", id).execute()
  await cx.db.deleteFrom("passkey_challenges").where("asker", "=", id).execute()
  await cx.db.deleteFrom("sign_ins").where("email", "=", email).execute()
  const erased = { email: `${id}@erased.invalid`, name: null }
  await cx.db.updateTable("accounts").set(erased).where("id", "=", id).execute()
  await hideInEvents(cx, { type: memberEvents.joined.type, subject: id }, erased)
}
