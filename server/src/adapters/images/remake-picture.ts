import { type Node, Renderer } from "@takumi-rs/core"
import { convertToSrgb, findColorSpace } from "#kernel/pictures/color-space.ts"
import { type PictureHeader, readPictureHeader } from "#kernel/pictures/picture-header.ts"
import type { Picture, PictureWish } from "./port.ts"
import { turnPixels } from "./turn-pixels.ts"

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
