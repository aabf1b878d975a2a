interface Moved {
  among: readonly HTMLElement[]
  next: string
  previous: string
}

/** Moves the focus to the next, previous, first or last element. The last is followed by the first. */
export function moveFocus(
  event: Pick<KeyboardEvent, "key" | "target" | "preventDefault">,
  { among, next, previous }: Moved,
): void {
  const at = among.indexOf(event.target as HTMLElement)
  const places: Readonly<Record<string, number>> = { [next]: at + 1, [previous]: at - 1, Home: 0, End: -1 }
  const to = places[event.key]
  if (to === undefined) return
  event.preventDefault()
  among.at(to % among.length)?.focus()
}
