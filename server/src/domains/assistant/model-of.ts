import type { Context } from "#access/context.ts"
import type { ShownModel } from "#contract/shown.ts"
import { conflict } from "#kernel/error.ts"

type KeyRow = { readonly model_key_sealed: unknown } | undefined

/** The model, or the built-in commands, that answer in a workspace with these settings. */
export function modelOf({ models }: Pick<Context, "models">, settings: KeyRow): ShownModel {
  const { name, isModel, needsOwnKey } = models
  if (!isModel) return { name, kind: "commands" }
  return { name, kind: needsOwnKey && !settings?.model_key_sealed ? "none" : "model" }
}

/** Throws `conflict` where nothing would answer a question. */
export function checkModel(cx: Pick<Context, "models">, settings: KeyRow): void {
  if (modelOf(cx, settings).kind !== "none") return
  throw conflict("No model is connected.", "Ask an owner to add an API key in Assistant settings.")
}
