import { sealedColumn } from "#storage/sealed-column.ts"

/** Secrets of a conversation, such as the addresses of upload links. */
export const sealedHandles = sealedColumn({ table: "conversations", field: "handles", purpose: "assistant-handles" })

/** A workspace's own key of a model. */
export const sealedModelKeys = sealedColumn({
  table: "assistant_settings",
  field: "model_key",
  key: "workspace_id",
  purpose: "model-key",
})
