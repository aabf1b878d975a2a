import { readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { Readable } from "node:stream"
import type { Download } from "../any-page.ts"
import { persist } from "./persist.ts"

/** WebKitGTK makes an empty file, fills one with this ending beside it, and finally moves that over the empty one. */
const unfinished = ".wkdownload"

/** Waits for the next download into a folder, and takes the file out of it. A download of no bytes never arrives. */
export function nextDownload(folder: string): Promise<Download> {
  return persist({ what: "Waiting for a download" }, async () => {
    const name = readdirSync(folder).find((one) => !one.endsWith(unfinished) && statSync(join(folder, one)).size > 0)
    return name === undefined ? { lacks: "no file was saved" } : { answer: take(join(folder, name), name) }
  })
}

function take(path: string, name: string): Download {
  const bytes = readFileSync(path)
  rmSync(path)
  return { suggestedFilename: () => name, createReadStream: async () => Readable.from([bytes]) }
}
