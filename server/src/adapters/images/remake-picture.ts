import { type Node, Renderer } from "@takumi-rs/core"
import { convertToSrgb, findColorSpace } from "#kernel/pictures/color-space.ts"
import { type PictureHeader, readPictureHeader } from "#kernel/pictures/picture-header.ts"
import type { Picture, PictureWish } from "./port.ts"

/**
 * Decodes, scales down, turns and encodes a picture in this process, in the colours of sRGB. Undefined when its pixels
 * cannot be decoded.
 */
export async function remakePicture(
  bytes: Uint8Array,
  { longestSide, format }: PictureWish,
): Promise<Picture | undefined> {
  const header = readPictureHeader(bytes)
  if (!header) return undefined
  const renderer = new Renderer({ cacheMaxBytes: 0 })
  // The renderer draws nothing for a picture that it cannot decode. Only the measured size shows that.
  const measured = await renderer.measure({ type: "image", src: bytes })
  if (measured.width === 0 || measured.height === 0) return undefined
  const size = fit(header, longestSide)
  const data = await renderer.render(picture(bytes, size), { ...size, format: "raw" })
  const space = findColorSpace(bytes)
  if (space) convertToSrgb(data, space)
  const turned = turnPixels({ ...size, data }, header.orientation)
  const { width, height } = turned
  const options = { width, height, format, ...(format === "webp" && { quality: 82 }) }
  const made = await renderer.render(picture(turned, { width, height }), options)
  return { bytes: made, contentType: `image/${format}`, width, height }
}

function picture(src: Extract<Node, { type: "image" }>["src"], size: { width: number; height: number }): Node {
  return { type: "image", src, ...size, style: { ...size, objectFit: "fill" } }
}

function fit({ width, height }: PictureHeader, longestSide: number): { width: number; height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

interface Pixels {
  readonly width: number
  readonly height: number
  /** RGBA, row by row. */
  readonly data: Uint8Array
}

/** Turns and mirrors a picture upright, by Exif's `orientation` (1 to 8). */
function turnPixels({ width, height, data }: Pixels, orientation: number): Pixels {
  if (orientation === 1) return { width, height, data }
  const isOnItsSide = orientation >= 5
  const [turnedWidth, turnedHeight] = isOnItsSide ? [height, width] : [width, height]
  const from = new Uint32Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength))
  const to = new Uint32Array(from.length)
  for (let y = 0; y < turnedHeight; y += 1) {
    for (let x = 0; x < turnedWidth; x += 1) {
      const [column, row] = cameFrom(orientation, { x, y, lastX: width - 1, lastY: height - 1 })
      to[y * turnedWidth + x] = from[row * width + column] ?? 0
    }
  }
  return { width: turnedWidth, height: turnedHeight, data: new Uint8Array(to.buffer) }
}

/** The column and row of the stored picture that are shown at `x`, `y`. */
function cameFrom(
  orientation: number,
  { x, y, lastX, lastY }: { x: number; y: number; lastX: number; lastY: number },
): [column: number, row: number] {
  if (orientation === 2) return [lastX - x, y]
  if (orientation === 3) return [lastX - x, lastY - y]
  if (orientation === 4) return [x, lastY - y]
  if (orientation === 5) return [y, x]
  if (orientation === 6) return [y, lastY - x]
  if (orientation === 7) return [lastX - y, lastY - x]
  return [lastX - y, x]
}
