/** The part of a KeyboardEvent that is read. */
interface Press {
  readonly key: string
  readonly shiftKey: boolean
  readonly isComposing: boolean
  readonly keyCode: number
}

/** The part of `window` that is used; tests have no window. */
interface Screen {
  matchMedia(query: string): { matches: boolean }
}

/**
 * Whether a key belongs to an input method. Safari ends the composition before it sends the keydown that ended it, and
 * marks that one only by its key code: https://bugs.webkit.org/show_bug.cgi?id=165004
 */
export const isComposing = ({ isComposing, keyCode }: Pick<Press, "isComposing" | "keyCode">): boolean =>
  isComposing || keyCode === 229

/** Whether a key press submits a multi-line text. On phones, Enter is the only way to insert a newline. */
export function isSending(press: Press): boolean {
  const isPhone = () => (globalThis as unknown as Screen).matchMedia("(hover: none) and (pointer: coarse)").matches
  return press.key === "Enter" && !press.shiftKey && !isComposing(press) && !isPhone()
}
