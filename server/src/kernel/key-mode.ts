/**
 * Reads a processor key's mode from its second part (`sk_test_…`, `pk_live_…`). Undefined for keys without a mode, such
 * as most webhook secrets. With keys of both modes, goods would be given away, or payments would go unnoticed.
 */
export function modeOfKey(key: string): "test" | "live" | undefined {
  const [, mode] = key.split("_")
  return mode === "test" || mode === "live" ? mode : undefined
}
