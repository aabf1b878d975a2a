interface Pixels {
  readonly width: number
  readonly height: number
  /** RGBA, row by row. */
  readonly data: Uint8Array
}

/** Turns and mirrors a picture upright, by Exif's `orientation` (1 to 8). */
export function turnPixels({ width, height, data }: Pixels, orientation: number): Pixels {
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
