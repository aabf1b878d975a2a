/** Binary search: the index of the first part that ends above a number. */
export function firstBehind<Part>(parts: readonly Part[], endOf: (part: Part) => number, number: number): number {
  let [low, high] = [0, parts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (endOf(parts[middle] as Part) <= number) low = middle + 1
    else high = middle
  }
  return low
}
