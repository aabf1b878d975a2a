/** Renders a sentence; parts between backticks become code. */
export function CodeWords({ children }: { children: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order.
  return children.split("`").map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>))
}
