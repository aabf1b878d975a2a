import { cutToBytes, withNumber } from "#domains/drive/index.ts"
import { toDownloadName } from "./disposition.ts"

/** Names that Windows reserves for devices, with any text after the first point. */
const ofDevices = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Makes names valid on any system, and unique without case: `A.txt` beside `a.txt` becomes `A (2).txt`. */
export function archiveNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const safe = toSafe(name)
    let chosen = safe
    for (let count = 2; taken.has(comparable(chosen)); count += 1) chosen = withNumber(safe, count)
    taken.add(comparable(chosen))
    return chosen
  })
}

function toSafe(name: string): string {
  const safe = toDownloadName(name)
    .replace(/[<>:"|?*]/g, "_")
    .replace(/^\.+(?=\.|$)|[. ]+$/g, "_")
  return cutToBytes(ofDevices.test(safe) ? `_${safe}` : safe)
}

const comparable = (name: string) => name.normalize("NFC").toLowerCase()
