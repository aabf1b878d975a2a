/** Reads the mode in a key (`sk_test_…`). Two keys of different modes would give goods away, or miss payments. */
export function modeOfKey(key: string): "test" | "live" | undefined {
  const [, mode] = key.split("_")
  return mode === "test" || mode === "live" ? mode : undefined
}
