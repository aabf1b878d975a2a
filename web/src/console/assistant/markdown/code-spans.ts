/** Finds the end of a code span: the next run of exactly `size` backticks at or after `from`, or -1. */
export function codeSpans(text: string): (from: number, size: number) => number {
  const runs = new Map<number, number[]>()
  for (const { 0: marks, index } of text.matchAll(/`+/g)) {
    const places = runs.get(marks.length)
    if (places) places.push(index)
    else runs.set(marks.length, [index])
  }
  const passed = new Map<number, number>()
  return (from, size) => {
    const places = runs.get(size) ?? []
    let place = passed.get(size) ?? 0
    // The text is read forwards, so `from` never decreases.
    while ((places[place] ?? from) < from) place += 1
    passed.set(size, place)
    return places[place] ?? -1
  }
}
