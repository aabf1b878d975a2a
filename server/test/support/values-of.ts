/** What the objects of a list have under one name, in the list's order. */
export function valuesOf<Name extends string>(
  items: readonly Partial<Record<NoInfer<Name>, unknown>>[],
  name: Name,
): unknown[] {
  return items.map((item) => item[name])
}

/** A row for each object of a list: what it has under these names, in their order. */
export function rowsOf<Name extends string>(
  items: readonly Partial<Record<NoInfer<Name>, unknown>>[],
  ...names: Name[]
): unknown[][] {
  return items.map((item) => names.map((name) => item[name]))
}
