import type { ChildProcess } from "node:child_process"
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { TestContext } from "node:test"
import { temporaryFolder } from "../databases/test-databases.ts"
import { shell } from "./programs.ts"

/** An unpacked image: its files, and what it runs. */
export interface UnpackedImage {
  readonly root: string
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: readonly string[]
}

const repository = join(import.meta.dirname, "../../../..")

/** A store of images of its own, where buildah builds without a daemon, a registry and a network. */
export function imageWorkshop(t: TestContext) {
  const work = temporaryFolder(t)
  const conf = join(work, "storage.conf")
  writeFileSync(conf, `[storage]\ndriver = "vfs"\ngraphroot = "${work}/graph"\nrunroot = "${work}/run"\n`)
  const env = { CONTAINERS_STORAGE_CONF: conf, BUILDAH_ISOLATION: "chroot" }

  return {
    /** Makes the image `localhost/<name>` of Debian packages, Node.js, and a home folder of the user 65532. */
    makeBase(name: string, packages: readonly string[]): void {
      const root = join(work, name)
      const node = join(repository, "node_modules/node/bin/node")
      const path = ["/usr/bin", "/bin", "/usr/lib/postgresql/15/bin"].join(":")
      shell(
        `. /etc/os-release
        mmdebstrap --quiet --variant=extract --include=${packages.join(",")} $VERSION_CODENAME ${root}
        install -D ${node} ${root}/nodejs/bin/node
        install -d -o 65532 -g 65532 ${root}/home/nonroot
        container=$(buildah from scratch)
        buildah copy --quiet $container ${root} /
        buildah config --env PATH=${path} $container
        buildah commit --quiet --rm --timestamp 0 $container localhost/${name}`,
        env,
      )
    },
    /** Runs the handbook's command for a packed release, without network. Returns the image's id. */
    build(command: string, packed: string): string {
      const real = command.replace("release/atelier", packed).replace("buildah build", "buildah build --no-cache")
      const [, name] = / -t (\S+)/.exec(real) ?? []
      const inFolder = { ...env, COMMAND: real }
      shell('unshare --net bash -ec "$COMMAND"', inFolder, repository)
      return shell(`buildah inspect --type image --format '{{.FromImageID}}' ${name}`, env).trim()
    },
    unpack(name: string): UnpackedImage {
      const [layout, bundle] = [join(work, `${name}-oci`), join(work, `${name}-bundle`)]
      shell(`buildah push --quiet ${name} oci:${layout}:latest && umoci unpack --image ${layout}:latest ${bundle}`, env)
      const { process } = JSON.parse(readFileSync(join(bundle, "config.json"), "utf8"))
      return { root: join(bundle, "rootfs"), command: process.args, cwd: process.cwd, env: process.env }
    },
  }
}

/**
 * The command that runs an unpacked image as a container engine does: all of it read-only but `/tmp` and the data folder,
 * as the user 65532, without capabilities, and without the host's processes. The network is the host's.
 */
export function inSandbox(
  { root, cwd, env, ...image }: UnpackedImage,
  data: string,
  command = image.command,
): string[] {
  for (const folder of ["proc", "dev", "tmp"]) mkdirSync(join(root, folder), { recursive: true })
  chmodSync(data, 0o700)
  const set = env.flatMap((line) => ["--setenv", line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)])
  return [
    ...["bwrap", "--unshare-all", "--share-net", "--die-with-parent", "--new-session", "--as-pid-1"],
    ...["--uid", "65532", "--gid", "65532", "--cap-drop", "ALL"],
    ...["--ro-bind", root, "/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--bind", data, "/data"],
    ...set.filter((_, at) => !set[at - (at % 3) + 1]?.startsWith("SVC_HOST")),
    ...["--chdir", cwd, "--", ...command],
  ]
}

/** The process in a sandbox, which is number 1 there, as the host numbers it. */
export function processInSandbox({ pid }: ChildProcess): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim())
}

/** The bytes of all files. A file with several names counts once. */
export function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const stats = files.map(({ parentPath, name }) => lstatSync(join(parentPath, name)))
  return [...new Map(stats.map(({ ino, size }) => [ino, size])).values()].reduce((sum, size) => sum + size, 0)
}
