/**
 * Performs an operation through the state of the page, so that the person sees it, and returns the answer. Undefined:
 * the input is not about what the page shows. `call` performs it without the page.
 */
export type Show = (input: ToolInput, context: ShowContext) => Promise<object> | undefined

export type ToolInput = Readonly<Record<string, unknown>>

interface ShowContext {
  call(): Promise<object>
  signal: AbortSignal | undefined
}

/** By operation id. */
const shows = new Map<string, Show>()

let tellRegistered = () => {}

/** Settles when the page has registered its shows. */
export const showsAreRegistered = new Promise<void>((resolve) => {
  tellRegistered = resolve
})

export function registerShows(added: Readonly<Record<string, Show>>): void {
  for (const [operationId, show] of Object.entries(added)) shows.set(operationId, show)
  tellRegistered()
}

export const findShow = (operationId: string): Show | undefined => shows.get(operationId)
