import { Renderer } from "@takumi-rs/core"

const wide = 160
const high = 90
const stepMs = 250

/** A film of three seconds in VP8: black for half a second, then red on the left and blue on the right. */
export async function webm(): Promise<Buffer> {
  const [black, colors] = await Promise.all([frame(["#000000", "#000000"]), frame(["#ff0000", "#0000ff"])])
  const times = Array.from({ length: 12 }, (_, at) => at * stepMs)
  const clusters = times.map((time) => element("1f43b675", element("e7", number(time, 2)), block(time < 500 ? black : colors))) // biome-ignore format: one line
  const head = Buffer.concat([info(12 * stepMs), track()])
  const cues = (from: number) => element("1c53bb6b", ...cuePoints(times, clusters, from))
  const length = cues(0).length
  return Buffer.concat([header(), element("18538067", head, cues(head.length + length), ...clusters)])
}

/** A lossy WebP is one frame of VP8 in a chunk. */
async function frame([left, right]: readonly [string, string]): Promise<Buffer> {
  const half = (backgroundColor: string) => ({
    type: "container" as const,
    style: { width: wide / 2, height: high, backgroundColor },
  })
  const style = { width: wide, height: high, display: "flex" as const }
  const size = { width: wide, height: high }
  const children = [half(left), half(right)]
  const webp = await new Renderer().render({ type: "container", style, children }, { ...size, format: "webp", quality: 80 }) // biome-ignore format: one line
  const at = webp.indexOf("VP8 ")
  return webp.subarray(at + 8, at + 8 + webp.readUInt32LE(at + 4))
}

/** An element of EBML (RFC 8794) with a length of eight bytes. */
function element(id: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE((1n << 56n) | BigInt(body.length))
  return Buffer.concat([Buffer.from(id, "hex"), length, body])
}

function number(value: number, size: number): Buffer {
  const bytes = Buffer.alloc(size)
  bytes.writeUIntBE(value, 0, size)
  return bytes
}

const header = () =>
  element(
    "1a45dfa3",
    ...["4286", "42f7"].map((id) => element(id, number(1, 1))),
    element("42f2", number(4, 1)),
    element("42f3", number(8, 1)),
    element("4282", Buffer.from("webm")),
    ...["4287", "4285"].map((id) => element(id, number(2, 1))),
  )

function info(durationMs: number): Buffer {
  const duration = Buffer.alloc(8)
  duration.writeDoubleBE(durationMs)
  const names = ["4d80", "5741"].map((id) => element(id, Buffer.from("test")))
  return element("1549a966", element("2ad7b1", number(1_000_000, 3)), element("4489", duration), ...names)
}

function track(): Buffer {
  const numbers = ["d7", "73c5", "83"].map((id) => element(id, number(1, 1)))
  const size = element("e0", element("b0", number(wide, 2)), element("ba", number(high, 2)))
  return element("1654ae6b", element("ae", ...numbers, element("86", Buffer.from("V_VP8")), size))
}

/** A frame that depends on no other one. */
const block = (bytes: Buffer) => element("a3", Buffer.from([0x81, 0, 0, 0x80]), bytes)

function cuePoints(times: readonly number[], clusters: readonly Buffer[], from: number): Buffer[] {
  let place = from
  return times.map((time, at) => {
    const position = element("b7", element("f7", number(1, 1)), element("f1", number(place, 4)))
    place += clusters[at]?.length ?? 0
    return element("bb", element("b3", number(time, 2)), position)
  })
}
