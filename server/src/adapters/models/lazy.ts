import type { Models } from "./port.ts"

/** What is known of the built-in commands before they are loaded. */
export const commands = {
  name: "Commands",
  isModel: false,
  // They read the newest sentence and its results only, however long the rest is.
  windowTokens: 100_000_000,
  accepts: { images: false, pdf: false },
}

/** Knows what a model is called and what it reads, and loads what asks it on the first question, or a moment before. */
export function lazyModels(
  known: Pick<Models, "name" | "isModel" | "isOverheard" | "windowTokens" | "accepts">,
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
    prepare: () => void load().catch(() => {}), // whoever asks is told
    close: async () => (await opened)?.close(),
  }
}
