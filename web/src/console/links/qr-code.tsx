import { useEffect, useState } from "react"
import { Button } from "../../kit/button.tsx"
import { useBusy } from "../../kit/loading/ready.tsx"
import { save } from "../ui/save.ts"
import styles from "./qr-code.module.css"

/** The modules of a code (true is dark), including the quiet zone. */
type Modules = readonly (readonly boolean[])[]

/** A QR code to save. It is dark on white in both themes, because scanners need that. */
export function QrCode({ text, name }: { text: string; name: string }) {
  const modules = useModules(text)
  if (!modules) return <div className={styles.waiting} />
  const size = modules.length
  return (
    <div className={`stack gap-4 ${styles.code}`}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={`QR code for ${text}`} shapeRendering="crispEdges">
        <rect width={size} height={size} fill="#fff" />
        <path d={toPath(modules)} fill="#000" />
      </svg>
      <div className="wrap gap-2">
        <Button variant="default" onClick={() => save(new Blob([toSvg(modules)], { type: svgType }), `${name}.svg`)}>
          Download SVG
        </Button>
        <Button variant="default" onClick={async () => save(await toPng(modules), `${name}.png`)}>
          Download PNG
        </Button>
      </div>
    </div>
  )
}

/** Loads the library when the first code is shown. */
function useModules(text: string): Modules | undefined {
  const [modules, show] = useState<Modules>()
  useBusy("parts", !modules)
  useEffect(() => {
    let isWanted = true
    const address = new URL(text).href // scanners read letters outside of ASCII in different encodings
    import("uqr").then(({ encode }) => isWanted && show(encode(address, { ecc: "M", border: 4 }).data))
    return () => {
      isWanted = false
    }
  }, [text])
  return modules
}

const svgType = "image/svg+xml"

/** Draws each horizontal run of dark modules as one rectangle. */
function toPath(modules: Modules): string {
  const runs = modules.flatMap((row, y) => {
    const line = row.map((isDark) => (isDark ? "1" : "0")).join("")
    return [...line.matchAll(/1+/g)].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
  })
  return runs.join("")
}

function toSvg(modules: Modules): string {
  const size = modules.length
  const [width, box] = [size * 16, `0 0 ${size} ${size}`]
  const inside = `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${toPath(modules)}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width}" viewBox="${box}">${inside}</svg>`
}

/** Renders at least 1000 pixels wide, with a whole number of pixels per module. */
async function toPng(modules: Modules): Promise<Blob> {
  const part = Math.ceil(1_000 / modules.length)
  const canvas = document.createElement("canvas")
  canvas.width = canvas.height = part * modules.length
  const pen = canvas.getContext("2d")
  if (!pen) throw new Error("The browser has no 2D canvas context.")
  pen.fillStyle = "#fff"
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = "#000"
  for (const [y, row] of modules.entries()) {
    for (const [x, isDark] of row.entries()) if (isDark) pen.fillRect(x * part, y * part, part, part)
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The canvas could not be encoded as PNG.")))),
  )
}
