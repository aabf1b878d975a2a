/** Makes a value at its first use, and only once. */
export function lazy<Value extends object | string>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
