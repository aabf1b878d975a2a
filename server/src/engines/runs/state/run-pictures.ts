import type { PersonPart } from "#adapters/models/port.ts"
import type { CallRow } from "#domains/assistant/on-demand.ts"
import { readPictureHeader } from "#kernel/pictures/picture-header.ts"

type Picture = PersonPart & { readonly type: "file" }

const mostOfCall = 4
/** The most bytes of all pictures of one run, and of this process. */
const most = { run: 4_000_000, process: 32_000_000 }
const mostSidePixels = 8_000

/**
 * Pictures in answers of tool servers, while their run is worked on. They are not stored: afterwards the model knows
 * that there was a picture, and can call again.
 */
export class RunPictures {
  readonly #runs = new Map<string, Map<string, readonly Picture[]>>()

  /** Keeps the pictures of a call that providers can read. The oldest pictures of the process make room. */
  keep({ id: callId, run_id: runId }: Pick<CallRow, "id" | "run_id">, given: readonly { base64: string }[]): void {
    const pictures = given.slice(0, mostOfCall).flatMap(({ base64 }, index) => {
      const bytes = Buffer.from(base64, "base64")
      const size = readPictureHeader(bytes)
      const mediaType = typeOf(bytes)
      const isFine = size && mediaType && Math.max(size.width, size.height) <= mostSidePixels
      return isFine ? [{ type: "file" as const, name: `picture ${index + 1}`, mediaType, bytes }] : []
    })
    if (pictures.length === 0) return
    const calls = this.#runs.get(runId) ?? new Map<string, readonly Picture[]>()
    this.#runs.delete(runId)
    this.#runs.set(runId, calls.set(callId, pictures))
    while (bytesOf(calls) > most.run && calls.size > 1) calls.delete([...calls.keys()][0] ?? "")
    while (this.#bytes() > most.process && this.#runs.size > 1) this.#runs.delete([...this.#runs.keys()][0] ?? "")
  }

  of({ id, run_id }: Pick<CallRow, "id" | "run_id">): readonly Picture[] {
    return this.#runs.get(run_id)?.get(id) ?? []
  }

  forget(runId: string): void {
    this.#runs.delete(runId)
  }

  #bytes(): number {
    return [...this.#runs.values()].reduce((sum, calls) => sum + bytesOf(calls), 0)
  }
}

const bytesOf = (calls: ReadonlyMap<string, readonly Picture[]>) =>
  [...calls.values()].flat().reduce((sum, { bytes }) => sum + bytes.length, 0)

const beginnings = [
  ["image/png", "\x89PNG"],
  ["image/jpeg", "\xff\xd8\xff"],
  ["image/gif", "GIF8"],
  ["image/webp", "RIFF"],
] as const

/** The kind of a picture by its bytes: servers often name another. */
function typeOf(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 4).toString("latin1")
  return beginnings.find(([, beginning]) => start.startsWith(beginning))?.[0]
}
