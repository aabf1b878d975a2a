/** Removes the entries that were added to `map` first, until it has at most `most` entries. */
export function dropOldest(map: Map<unknown, unknown>, most: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) return
    map.delete(oldest)
  }
}
