import { sealedColumn } from "#storage/sealed-column.ts"

const sealed = (column: string) =>
  sealedColumn({ table: "webhook_endpoints", field: column, column, purpose: "webhook-endpoint" })

export const sealedWebhooks = {
  url: sealed("url_sealed"),
  secret: sealed("secret_sealed"),
  oldSecret: sealed("old_secret_sealed"),
  privateKey: sealed("private_key_sealed"),
}
