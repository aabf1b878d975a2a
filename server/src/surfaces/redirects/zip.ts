import { finished, type PassThrough, type Readable } from "node:stream"
import { ZipFile } from "yazl"

export interface ZipEntry {
  /** Unique, and no path. */
  name: string
  sizeBytes: number
  /** Opens its bytes; asked only when those of the entries before it have been taken. */
  open(): Promise<Readable>
}

/**
 * Packs files into one zip, uncompressed, while it is read: no more than a few chunks are held. It is as long as
 * `sizeBytes` says. When a file cannot be opened, or breaks off, the stream is destroyed, so that what was sent can be
 * told from a whole zip; when the stream is destroyed, the file that is open is closed.
 *
 * @param madeAt epoch milliseconds: the time that every entry bears.
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
  // Every size is known, so this is called before `end` returns. Its type leaves out the size.
  zip.end(undefined, (...sizes: number[]) => {
    whole = sizes[0] ?? 0
  })
  return { stream, sizeBytes: whole }
}

/** Opens a source that ends the zip when it breaks, and that the zip's end closes. */
async function openFor(stream: PassThrough, open: ZipEntry["open"]): Promise<Readable> {
  await Promise.resolve() // whoever only wants to know the size destroys the stream at once
  if (stream.destroyed) throw new Error("Nobody reads this zip any more.")
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
