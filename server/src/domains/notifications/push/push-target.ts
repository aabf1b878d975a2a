import type { Outside } from "#access/context.ts"
import type { PushTarget } from "#adapters/push/port.ts"
import type { SealedColumn } from "#storage/sealed-column.ts"
import type { SubscriptionRow } from "./subscription-store.ts"

type Keys = Pick<Outside, "keyring">

const place = (id: string) => `push_subscriptions/target_sealed/${id}`

export const sealedPushTargets: SealedColumn = {
  table: "push_subscriptions",
  key: "id",
  column: "target_sealed",
  purpose: "push-target",
  place,
}

/** Seals a browser's endpoint and keys: they are enough to send messages to the browser. */
export const sealTarget = ({ keyring }: Keys, id: string, target: PushTarget): string =>
  keyring.seal("push-target", place(id), JSON.stringify(target))

export const unsealTarget = ({ keyring }: Keys, { id, target_sealed }: SubscriptionRow): PushTarget =>
  JSON.parse(keyring.unseal("push-target", place(id), target_sealed))
