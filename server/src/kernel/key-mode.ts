/** From its second part (`sk_test_…`). Keys of both modes would give goods away, or let payments go unnoticed. */
export function modeOfKey(key: string): "test" | "live" | undefined {
  const [, mode] = key.split("_")
  return mode === "test" || mode === "live" ? mode : undefined
}
