/** Removes the entries that have been in `map` for longest until it has `most` at the most. */
export function dropOldest(map: Map<unknown, unknown>, most: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) return
    map.delete(oldest)
  }
}
