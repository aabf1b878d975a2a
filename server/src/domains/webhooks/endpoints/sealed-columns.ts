import type { SealedColumn } from "#storage/sealed-column.ts"

const sealed = <Column extends string>(column: Column) =>
  ({
    ...{ table: "webhook_endpoints", key: "id", column, purpose: "webhook-endpoint" },
    place: (id: string) => `webhook_endpoints/${column}/${id}`,
  }) as const satisfies SealedColumn

export const sealedWebhooks = {
  url: sealed("url_sealed"),
  secret: sealed("secret_sealed"),
  oldSecret: sealed("old_secret_sealed"),
  privateKey: sealed("private_key_sealed"),
}
