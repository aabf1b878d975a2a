import type { ChildProcess } from "node:child_process"
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Readable } from "node:stream"
import { freePort } from "../../http/free-port.ts"
import { displayOptions, firstLine, kill, spawnBound } from "../desktop.ts"
import { persist } from "./persist.ts"

/** Debian's WebKitGTK: its small browser, its driver, and a display without a screen. Each is undefined where it is absent. */
const programs = {
  browser: globSync("/usr/lib/*/webkit2gtk-4.1/MiniBrowser")[0],
  driver: globSync("/usr/bin/WebKitWebDriver")[0],
  display: globSync("/usr/bin/Xvfb")[0],
} as const

/** Why there is no WebKit here; undefined when there is one. */
export const noWebKit = Object.values(programs).includes(undefined)
  ? "WebKitGTK's browser, its driver or Xvfb is not installed."
  : undefined

/** A browser with its driver, on a display and with a home folder of its own. So two people share nothing. */
export interface WebKitProcesses {
  /** The address of the driver. */
  readonly driver: string
  /** The host and port at which the browser's inspector listens. */
  readonly inspector: string
  /** The folder in which the browser saves downloads. */
  readonly downloads: string
  stop(): Promise<void>
}

/** @param desktop The variables of a desktop with input methods; by default the browser gets a display of its own. */
export async function startWebKit(desktop?: Record<string, string>): Promise<WebKitProcesses> {
  const home = mkdtempSync(join(tmpdir(), "webkit-"))
  const children: ChildProcess[] = []
  const stop = async () => {
    for (const child of children.reverse()) await kill(child)
    rmSync(home, { recursive: true, force: true })
  }
  return startIn(home, children, desktop).then(
    (started) => ({ ...started, stop }),
    async (fault) => {
      await stop()
      throw fault
    },
  )
}

async function startIn(
  home: string,
  children: ChildProcess[],
  desktop?: Record<string, string>,
): Promise<Omit<WebKitProcesses, "stop">> {
  const downloads = join(home, "downloads")
  for (const folder of [downloads, join(home, ".config")]) mkdirSync(folder)
  writeFileSync(join(home, ".config/user-dirs.dirs"), `XDG_DOWNLOAD_DIR="${downloads}"\n`)
  const start = (program: keyof typeof programs, options: string, env: Record<string, string> = {}) => {
    const child = spawnBound([String(programs[program]), ...options.split(" ")], {
      env,
      stdio: ["ignore", options.includes("displayfd") ? "pipe" : "ignore", "ignore"],
    })
    children.push(child)
    return child
  }
  const display = () => firstLine(start("display", displayOptions).stdout as Readable)
  const env = { ...(desktop ?? { DISPLAY: `:${await display()}` }), ...environmentOf(home) }
  const [port, inspector] = [await freePort(), `127.0.0.1:${await freePort()}`]
  const browser = start("browser", "--automation", { ...env, WEBKIT_INSPECTOR_HTTP_SERVER: inspector })
  start("driver", `--port=${port} --target=127.0.0.1:${await automationPort(browser, inspector)}`, env)
  const driver = `http://127.0.0.1:${port}`
  await persist({ what: "Starting WebKit's driver" }, async () =>
    (await answers(`${driver}/status`)) ? { answer: true } : { lacks: "it does not answer" },
  )
  return { driver, inspector, downloads }
}

/** Nothing of the machine's desktop takes part. With a message bus, a second browser would become a window of the first. */
function environmentOf(home: string): Record<string, string> {
  return {
    PATH: String(process.env.PATH),
    HOME: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_RUNTIME_DIR: home,
    DBUS_SESSION_BUS_ADDRESS: "disabled:",
    NO_AT_BRIDGE: "1",
    // There is no graphics processor. Its emulation takes a quarter of the browser's processor time.
    WEBKIT_SKIA_ENABLE_CPU_RENDERING: "1",
    LANG: "C.UTF-8",
  }
}

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

/** Beside its inspector, the browser listens for its driver, at a port that it prints nowhere. */
function automationPort({ pid }: ChildProcess, inspector: string): Promise<number> {
  return persist({ what: "Starting WebKit" }, async () => {
    if (!(await answers(`http://${inspector}/`))) return { lacks: "its inspector does not answer" }
    const port = listeningPorts(Number(pid)).find((port) => !inspector.endsWith(`:${port}`))
    return port === undefined ? { lacks: "it does not listen for a driver" } : { answer: port }
  })
}

/** The ports at which a process listens, as Linux lists them. */
function listeningPorts(pid: number): number[] {
  const folder = `/proc/${pid}/fd`
  const links = readdirSync(folder).map((name) => {
    try {
      return readlinkSync(join(folder, name))
    } catch {
      return ""
    }
  })
  const rows = readFileSync(`/proc/${pid}/net/tcp`, "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
  const listening = rows.filter(
    ([, , , state, , , , , , inode]) => state === "0A" && links.includes(`socket:[${inode}]`),
  )
  return listening.map(([, local = ""]) => Number.parseInt(local.split(":")[1] ?? "", 16))
}
