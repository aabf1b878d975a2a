/**
 * `npm run pack`: makes the files of a release in `release/`. The same sources and packages give the same bytes. The
 * release is signed afterwards, with a key that stays with the person who signs (docs/operations/install.md).
 */
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { gzipSync } from "node:zlib"
import { readVersion } from "../../server/src/start/version.ts"
import { assemble, assemblePackage, checkout } from "./assemble.ts"

if (import.meta.main) {
  for (const file of pack(join(checkout, "release"))) console.log(file)
}

/**
 * Makes the folder `atelier` below `release`, which is also the context of the image. Returns the paths of the tarball,
 * its bill of materials, the package, and their sums.
 */
export function pack(release: string): string[] {
  mkdirSync(release, { recursive: true })
  const folder = join(release, "atelier")
  const name = `atelier-${readVersion()}`
  assemble(folder)
  const files = [
    put(join(release, `${name}.tar.gz`), gzipSync(tarOf(folder, name), { level: 9 })),
    put(join(release, `${name}.cdx.json`), billOfMaterials(folder)),
    packForNpm(release),
  ]
  const sums = files.map(
    (file) => `${createHash("sha256").update(readFileSync(file)).digest("hex")}  ${basename(file)}\n`,
  )
  return [...files, put(join(release, "SHA256SUMS"), sums.join(""))]
}

/** Makes the package, which `npx` runs and npm installs. Returns its path. */
export function packForNpm(release: string): string {
  const folder = join(release, "package")
  assemblePackage(folder)
  const file = put(join(release, `atelier-${readVersion()}.tgz`), gzipSync(tarOf(folder, "package"), { level: 9 }))
  rmSync(folder, { recursive: true })
  return file
}

function put(path: string, content: string | Buffer): string {
  writeFileSync(path, content)
  return path
}

/** Packs a folder under another name with GNU tar: in the order of names, without times and owners. */
function tarOf(folder: string, name: string): Buffer {
  const same = ["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner", "--format=ustar"]
  const renamed = `--transform=s,^${basename(folder)},${name},`
  const where = [renamed, "-C", dirname(folder), "-cf", "-", basename(folder)]
  return execFileSync("tar", [...same, ...where], { maxBuffer: 1 << 30 })
}

/** The folder's bill of materials in CycloneDX, without the serial number and the time, which differ at each run. */
function billOfMaterials(folder: string): string {
  const options = ["--sbom-format=cyclonedx", "--sbom-type=application", "--offline"]
  const text = execFileSync("npm", ["sbom", ...options], { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 })
  const { serialNumber: _, ...bill } = JSON.parse(text)
  const { timestamp: __, ...metadata } = bill.metadata
  return `${JSON.stringify({ ...bill, metadata }, null, 2)}\n`
}
