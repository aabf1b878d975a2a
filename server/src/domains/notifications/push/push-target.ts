import type { Outside } from "#access/context.ts"
import type { PushTarget } from "#adapters/push/port.ts"
import { sealedColumn } from "#storage/sealed-column.ts"
import type { SubscriptionRow } from "./subscription-store.ts"

type Keys = Pick<Outside, "keyring">

export const sealedPushTargets = sealedColumn({
  table: "push_subscriptions",
  field: "target_sealed",
  column: "target_sealed",
  purpose: "push-target",
})

/** Seals a browser's endpoint and keys: they are enough to send messages to the browser. */
export const sealTarget = ({ keyring }: Keys, id: string, target: PushTarget): string =>
  keyring.seal("push-target", sealedPushTargets.place(id), JSON.stringify(target))

export const unsealTarget = ({ keyring }: Keys, { id, target_sealed }: SubscriptionRow): PushTarget =>
  JSON.parse(keyring.unseal("push-target", sealedPushTargets.place(id), target_sealed))
