import type { Context } from "#access/context.ts"
import type { PushKeys } from "#adapters/push/port.ts"
import { sealedColumn } from "#storage/sealed-column.ts"
import { findPushKey, insertPushKey, type PushKeyRow } from "./push-key-store.ts"

/** The only key pair of an installation. Browsers bind their subscriptions to it, so it is never replaced. */
const id = "push"

export const sealedPushKey = sealedColumn({
  table: "push_keys",
  field: "private_key_sealed",
  column: "private_key_sealed",
  purpose: "push-key",
})

/** Returns the installation's key pair, and creates it on the first call. All processes get the same pair. */
export async function getPushKeys(cx: Context): Promise<PushKeys> {
  const row = (await findPushKey(cx, id)) ?? (await makePushKey(cx))
  return {
    publicKey: row.public_key,
    privateKey: cx.keyring.unseal("push-key", sealedPushKey.place(id), row.private_key_sealed),
  }
}

async function makePushKey(cx: Context): Promise<PushKeyRow> {
  const { publicKey, privateKey } = await cx.push.makeKeys()
  const sealed = cx.keyring.seal("push-key", sealedPushKey.place(id), privateKey)
  return cx.atomically(async (cx) => {
    const row = { id, public_key: publicKey, private_key_sealed: sealed, created_at: cx.now() }
    await insertPushKey(cx, row)
    return (await findPushKey(cx, id)) ?? row
  })
}
