const longestSidePx = 1_600
const mostBytes = 300_000
const patienceMs = 10_000

/** Makes a small JPEG of a photo or a film that this browser can show, and others may not. */
export async function pictureOf(file: File): Promise<Blob | undefined> {
  if (/^image\/(png|jpeg|webp|gif|avif|svg)/.test(file.type) || !drawsTruly()) return undefined
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs))
  const drawn =
    file.type.startsWith("video/") || /\.mov$/i.test(file.name) ? frameOf(file) : createImageBitmap(file).then(draw)
  return Promise.race([drawn.then(toJpeg), tooLate]).catch(() => undefined)
}

/** Some browsers give pages other pixels than were drawn, so that they cannot be recognized. */
function drawsTruly(): boolean {
  const context = document.createElement("canvas").getContext("2d")
  if (!context) return false
  context.fillStyle = "#c06030"
  context.fillRect(0, 0, 9, 9)
  return [...context.getImageData(0, 0, 9, 9).data].every((value, at) => value === [192, 96, 48, 255][at % 4])
}

/** The frame after a second, since a film often begins black, or in the middle of a shorter one. */
async function frameOf(file: File): Promise<HTMLCanvasElement> {
  const film = document.createElement("video")
  film.muted = true
  film.setAttribute("playsinline", "")
  film.preload = "auto"
  film.src = URL.createObjectURL(file)
  try {
    await eventOf(film, "loadeddata")
    const seeked = eventOf(film, "seeked")
    film.currentTime = Number.isFinite(film.duration) ? Math.min(1, film.duration / 2) : 0.1
    await seeked
    // Safari reports the end of a seek before the frame can be drawn.
    await Promise.race([
      new Promise((resolve) => film.requestVideoFrameCallback?.(resolve)),
      new Promise((resolve) => setTimeout(resolve, 500)),
    ])
    return draw(film)
  } finally {
    URL.revokeObjectURL(film.src)
    film.removeAttribute("src")
    film.load()
  }
}

function eventOf(film: HTMLVideoElement, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    film.addEventListener(name, () => resolve(), { once: true })
    film.addEventListener("error", () => reject(film.error), { once: true })
  })
}

function draw(source: ImageBitmap | HTMLVideoElement): HTMLCanvasElement {
  const { width, height } = "videoWidth" in source ? { width: source.videoWidth, height: source.videoHeight } : source
  return scaled(source, { width, height }, Math.min(1, longestSidePx / Math.max(width, height)))
}

function scaled(
  source: CanvasImageSource,
  { width, height }: { width: number; height: number },
  scale: number,
): HTMLCanvasElement {
  const canvas = document.createElement("canvas")
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext("2d")
  if (!context || width === 0) throw new Error("Nothing can be drawn.")
  context.fillStyle = "#fff"
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  return canvas
}

async function toJpeg(canvas: HTMLCanvasElement): Promise<Blob | undefined> {
  for (const quality of [0.85, 0.7, 0.5]) {
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality))
    if (!picture) return undefined
    if (picture.size <= mostBytes) return picture
  }
  return toJpeg(scaled(canvas, canvas, 0.7))
}
