import { type ChildProcess, execFile, type SpawnOptions, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { Readable } from "node:stream"
import { promisify } from "node:util"
import { atEnd, type Ending, temporaryFolder } from "../databases/test-databases.ts"
import { patienceMs } from "./ready.ts"
import { persist } from "./webkit/persist.ts"

export const displayOptions = "-displayfd 1 -screen 0 1366x1000x24 -nolisten tcp"

const needed = ["Xvfb", "dbus-daemon", "ibus-daemon", "xdotool"].map((name) => `/usr/bin/${name}`)
const engines = ["hangul", "anthy"].map((name) => `/usr/share/ibus/component/${name}.xml`)

/** Why no input method can run here; undefined when one can. */
export const noInputMethod = [...needed, ...engines].every(existsSync)
  ? undefined
  : "Xvfb, D-Bus, ibus, its engines Hangul and Anthy, or xdotool is not installed."

/** By default, both engines begin with Latin letters. */
const engineSettings = `[org/freedesktop/ibus/engine/hangul]
initial-input-mode='hangul'
[org/freedesktop/ibus/engine/anthy/common]
input-mode=0
`

/** A display without a screen, on which ibus composes Korean and Japanese from the keys of a keyboard. */
export interface Desktop {
  /** The environment of the programs that use it. */
  readonly env: Record<string, string>
  /** Gives the keyboard to the window with a title until its page has the focus. */
  focus(title: string, hasFocus: () => Promise<boolean>): Promise<void>
  /** Chooses what ibus makes of the keys. */
  choose(engine: "hangul" | "anthy" | "xkb:us::eng"): Promise<void>
  /** Presses keys of the keyboard, by their names in X11. */
  press(...keys: string[]): Promise<void>
}

const run = promisify(execFile)

export async function startDesktop(t: Ending): Promise<Desktop> {
  const home = temporaryFolder(t)
  const children: ChildProcess[] = []
  atEnd(t, async () => {
    for (const child of children.reverse()) await kill(child)
  })
  const env: Record<string, string> = { PATH: "/usr/bin:/bin", HOME: home, XDG_RUNTIME_DIR: home, LANG: "C.UTF-8" }
  const start = (...command: string[]) => {
    const child = spawnBound(command, { env, stdio: ["ignore", "pipe", "ignore"] })
    children.push(child)
    return child.stdout as Readable
  }
  env.DISPLAY = `:${await firstLine(start("Xvfb", ...displayOptions.split(" ")))}`
  env.DBUS_SESSION_BUS_ADDRESS = await firstLine(start("dbus-daemon", "--session", "--nofork", "--print-address"))
  Object.assign(env, { IBUS_ADDRESS: `unix:path=${join(home, "ibus")}`, GTK_IM_MODULE: "ibus", NO_AT_BRIDGE: "1" })
  env.GSETTINGS_BACKEND = "keyfile"
  const memory = ["--config", "/usr/libexec/ibus-memconf"]
  const settings = join(home, ".config/glib-2.0/settings")
  mkdirSync(settings, { recursive: true })
  writeFileSync(join(settings, "keyfile"), engineSettings)
  start("ibus-daemon", "--address", env.IBUS_ADDRESS ?? "", "--panel", "disable", ...memory).resume()
  const options = { env, timeout: patienceMs }
  const press = async (...keys: string[]) => void (await run("xdotool", ["key", ...keys], options))
  const choose: Desktop["choose"] = (engine) =>
    persist({ what: `Choosing ${engine}` }, async () => {
      await run("ibus", ["engine", engine], options).catch(() => {})
      const { stdout } = await run("ibus", ["engine"], options).catch(() => ({ stdout: "ibus does not answer" }))
      return stdout.trim() === engine ? { answer: undefined } : { lacks: stdout.trim() }
    })
  return {
    env,
    press,
    choose,
    focus: (title, hasFocus) =>
      persist({ what: "Giving the keyboard to a window" }, async () => {
        const ask = async (...command: string[]) => (await run("xdotool", command, options)).stdout.trim()
        const [window = ""] = (await ask("search", "--onlyvisible", "--name", title).catch(() => "")).split("\n")
        if (window === "") return { lacks: `no window is called ${title}` }
        // Until a window has the keyboard, keys go to what is under the pointer, which a menu or a hint may cover.
        for (const what of ["windowraise", "windowfocus"]) await ask(what, window).catch(() => "")
        const focused = await ask("getwindowfocus").catch(() => "no window")
        if (focused === window && (await hasFocus())) return { answer: undefined }
        return { lacks: `${focused} has it, and not ${window}` }
      }),
  }
}

/** Starts a program that ends with this process, however this one ends. */
export const spawnBound = (command: readonly string[], options: SpawnOptions): ChildProcess =>
  spawn("/usr/bin/setpriv", ["--pdeathsig", "KILL", ...command], options)

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, "exit")
  child.kill("SIGKILL")
  await ended
}

/** The first line that a program prints, when it is ready. */
export async function firstLine(output: Readable): Promise<string> {
  for await (const line of createInterface(output)) return line.trim()
  throw new Error("A program of the desktop ended before it was ready.")
}
