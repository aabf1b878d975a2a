/**
 * What a processor's key is for, as its second part says (`sk_test_…`, `pk_live_…`); undefined for one that does not
 * say, as most webhook secrets. Keys of both modes together would sell for nothing, or charge what nobody hears of.
 */
export function modeOfKey(key: string): "test" | "live" | undefined {
  const [, mode] = key.split("_")
  return mode === "test" || mode === "live" ? mode : undefined
}
