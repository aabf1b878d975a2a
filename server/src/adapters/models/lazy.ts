import type { Models } from "./port.ts"

export const commands = {
  name: "Commands",
  isModel: false,
  // Large, because they read only the newest sentence and its results.
  windowTokens: 100_000_000,
  accepts: { images: false, pdf: false },
  silenceMs: 60_000,
}

/** Gives a model's properties at once, and loads its adapter with the first question, or by `prepare`. */
export function lazyModels(
  known: Pick<Models, "name" | "isModel" | "needsOwnKey" | "isOverheard" | "windowTokens" | "accepts" | "silenceMs">,
  open: () => Promise<Models>,
): Models {
  let opened: Promise<Models> | undefined
  const load = () => {
    opened ??= open()
    return opened
  }
  return {
    ...known,
    async *stream(request, signal) {
      yield* (await load()).stream(request, signal)
    },
    prepare: () => void load().catch(() => {}), // the next `stream` throws it
    close: async () => (await opened)?.close(),
  }
}
