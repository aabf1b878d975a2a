import { finished, type PassThrough, type Readable } from "node:stream"
import { ZipFile } from "yazl"

export interface ZipEntry {
  /** Unique, without folders. */
  name: string
  sizeBytes: number
  /** Opens its bytes, once the bytes of the previous entries were read. */
  open(): Promise<Readable>
}

/**
 * Packs an uncompressed zip of `sizeBytes`, with a few chunks in memory. A file that fails destroys the stream, so that
 * the client detects a cut-off zip; a destroyed stream closes the open file. `madeAt` is the time of every entry.
 */
export function zipOf(files: readonly ZipEntry[], madeAt: number): { stream: Readable; sizeBytes: number } {
  const zip = new ZipFile()
  const stream = zip.outputStream as PassThrough
  zip.on("error", (error: Error) => stream.destroy(error))
  for (const { name, sizeBytes, open } of files) {
    zip.addReadStreamLazy(name, { compress: false, size: sizeBytes, mtime: new Date(madeAt) }, (take) => {
      openFor(stream, open).then(
        (bytes) => take(null, bytes),
        (error) => stream.destroy(error),
      )
    })
  }
  let whole = 0
  // Every size is known, so this callback runs before `end` returns. Its type lacks the size.
  zip.end(undefined, (...sizes: number[]) => {
    whole = sizes[0] ?? 0
  })
  return { stream, sizeBytes: whole }
}

/** Opens a source. A fault of the source ends the zip, and the zip's end closes the source. */
async function openFor(stream: PassThrough, open: ZipEntry["open"]): Promise<Readable> {
  await Promise.resolve() // a caller that only wants the size destroys the stream at once
  if (stream.destroyed) throw new Error("The connection closed before the end of the zip.")
  const source = await open()
  const close = () => source.destroy()
  finished(source, (error) => {
    stream.off("close", close)
    if (error) stream.destroy(error)
  })
  if (stream.destroyed) close()
  else stream.once("close", close)
  return source
}
