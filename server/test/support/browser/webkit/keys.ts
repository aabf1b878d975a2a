/** The W3C's code points of keys without a character. */
const codes: Readonly<Record<string, string>> = {
  Backspace: "\uE003",
  Tab: "\uE004",
  Enter: "\uE007",
  Shift: "\uE008",
  Control: "\uE009",
  Alt: "\uE00A",
  Escape: "\uE00C",
  End: "\uE010",
  Home: "\uE011",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
  Delete: "\uE017",
}

/** The input actions of a key with those held, such as `Control+a`, as the protocol wants them. */
export function pressOf(keys: string): object {
  const values = keys.split("+").map((key) => codes[key] ?? key)
  return keyActions([
    ...values.map((value) => ({ type: "keyDown", value })),
    ...values.reverse().map((value) => ({ type: "keyUp", value })),
  ])
}

/** The input actions of a text, key by key. */
export function typingOf(text: string): object {
  return keyActions(
    Array.from(text, (value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]).flat(),
  )
}

const keyActions = (actions: readonly object[]) => ({ actions: [{ type: "key", id: "keyboard", actions }] })
