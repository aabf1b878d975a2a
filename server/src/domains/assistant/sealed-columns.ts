import type { SealedColumn } from "#storage/sealed-column.ts"

/** Secrets of a conversation, such as the addresses of upload links. */
export const sealedHandles: SealedColumn = {
  table: "conversations",
  key: "id",
  column: "handles_sealed",
  purpose: "assistant-handles",
  place: (id) => `conversations/handles/${id}`,
}

/** A workspace's own key of a model. */
export const sealedModelKeys: SealedColumn = {
  table: "assistant_settings",
  key: "workspace_id",
  column: "model_key_sealed",
  purpose: "model-key",
  place: (id) => `assistant_settings/model_key/${id}`,
}
