/** As much of a press as is read. */
interface Press {
  readonly key: string
  readonly shiftKey: boolean
  readonly isComposing: boolean
  readonly keyCode: number
}

/** As much of the browser as is asked; tests have no window. */
interface Screen {
  matchMedia(query: string): { matches: boolean }
}

/**
 * Whether a key belongs to a keyboard that composes words. Safari ends the composition before it tells of the key that
 * did so, and marks that key alone: https://bugs.webkit.org/show_bug.cgi?id=165004
 */
export const isComposing = ({ isComposing, keyCode }: Pick<Press, "isComposing" | "keyCode">): boolean =>
  isComposing || keyCode === 229

/** Whether a press sends a text of several lines. On the keyboards of phones Enter is the only way to a new line. */
export function isSending(press: Press): boolean {
  const isPhone = () => (globalThis as unknown as Screen).matchMedia("(hover: none) and (pointer: coarse)").matches
  return press.key === "Enter" && !press.shiftKey && !isComposing(press) && !isPhone()
}
