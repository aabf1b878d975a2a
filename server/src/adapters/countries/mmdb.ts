import { readFileSync, statSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { type CountryResponse, Reader } from "mmdb-lib"
import type { Log } from "#kernel/log.ts"
import { minuteMs } from "#kernel/time/units.ts"
import type { Countries } from "./port.ts"

/** How often the file is checked for a replacement. */
const lookMs = 10 * minuteMs

/**
 * Reads MaxMind's format (GeoLite2-Country, DB-IP Country Lite) into memory, again after a replacement. If a new file
 * is unreadable, that is logged and the old data stays. @throws Error when the file is missing or has another format.
 */
export function openMmdbCountries(path: string, { log, everyMs = lookMs }: { log: Log; everyMs?: number }): Countries {
  let { reader, mark } = readFirst(path)
  const look = async () => {
    try {
      const now = markOf(path)
      if (now === mark) return
      reader = readerOf(await readFile(path))
      mark = now
      log.info({ path }, "The database of countries was read again.")
    } catch (error) {
      log.error(
        { path, error: (error as Error).message },
        "The new database of countries cannot be read; the old one stays.",
      )
    }
  }
  const timer = setInterval(look, everyMs)
  timer.unref()
  return {
    find: (network) => codeOf(reader, network.replace(/\/\d+$/, "")),
    close: () => clearInterval(timer),
  }
}

function readFirst(path: string) {
  try {
    return { mark: markOf(path), reader: readerOf(readFileSync(path)) }
  } catch (error) {
    throw new Error(
      `SVC_COUNTRY_DATABASE: ${path} is no database of countries that can be read (${(error as Error).message}).`,
    )
  }
}

function markOf(path: string): string {
  const { mtimeMs, size, ino } = statSync(path)
  return `${mtimeMs} ${size} ${ino}`
}

function readerOf(bytes: Buffer): Reader<CountryResponse> {
  const reader = new Reader<CountryResponse>(bytes)
  // Throws on a truncated tree.
  for (const address of ["1.1.1.1", "255.255.255.255"]) codeOf(reader, address)
  return reader
}

function codeOf(reader: Reader<CountryResponse>, address: string): string | undefined {
  if (!/^[\da-f:.]+$/i.test(address)) return undefined
  const found = reader.get(address)
  const code = found?.country?.iso_code ?? found?.registered_country?.iso_code
  return code !== undefined && /^[A-Z]{2}$/.test(code) ? code : undefined
}
