import type { Context } from "#access/context.ts"
import type { SettingsRow } from "../permissions/index.ts"
import { sealedModelKeys } from "../sealed-columns.ts"

/** Unseals the workspace's own key of the model; undefined where the installation's key is used. */
export function unsealModelKey(
  { keyring }: Pick<Context, "keyring">,
  settings: Pick<SettingsRow, "workspace_id" | "model_key_sealed"> | undefined,
): string | undefined {
  if (!settings?.model_key_sealed) return undefined
  const { purpose, place } = sealedModelKeys
  return keyring.unseal(purpose, place(settings.workspace_id), settings.model_key_sealed)
}
