import type { SealedColumn } from "#storage/sealed-column.ts"

/** Where the capabilities of a conversation are sealed. */
export const sealedHandles: SealedColumn = {
  table: "conversations",
  key: "id",
  column: "handles_sealed",
  purpose: "assistant-handles",
  place: (id) => `conversations/handles/${id}`,
}

/** Where a workspace's own key of a model is sealed. */
export const sealedModelKeys: SealedColumn = {
  table: "assistant_settings",
  key: "workspace_id",
  column: "model_key_sealed",
  purpose: "model-key",
  place: (id) => `assistant_settings/model_key/${id}`,
}
