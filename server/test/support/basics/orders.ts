/** Every order of some things. */
export function orders<Thing>(things: readonly Thing[]): Thing[][] {
  if (things.length < 2) return [[...things]]
  return things.flatMap((first, at) => orders(things.toSpliced(at, 1)).map((rest) => [first, ...rest]))
}
