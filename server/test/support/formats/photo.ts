import { Renderer } from "@takumi-rs/core"
import { withExif } from "./with-exif.ts"

/** A JPEG of 200 × 100 pixels that is red on the left and blue on the right, turned by a quarter to the right. */
export async function photo(): Promise<Buffer> {
  const half = (backgroundColor: string) => ({
    type: "container" as const,
    style: { width: 100, height: 100, backgroundColor },
  })
  const style = { width: 200, height: 100, display: "flex" as const }
  const children = [half("#ff0000"), half("#0000ff")]
  const size = { width: 200, height: 100 }
  return withExif(await new Renderer().render({ type: "container", style, children }, { ...size, format: "jpeg" }), 6)
}
