/** The values of one field of a list's objects, in order. */
export function valuesOf<Name extends string>(
  items: readonly Partial<Record<NoInfer<Name>, unknown>>[],
  name: Name,
): unknown[] {
  return items.map((item) => item[name])
}

/** A row for each object of a list: the values of these fields, in order. */
export function rowsOf<Name extends string>(
  items: readonly Partial<Record<NoInfer<Name>, unknown>>[],
  ...names: Name[]
): unknown[][] {
  return items.map((item) => names.map((name) => item[name]))
}
