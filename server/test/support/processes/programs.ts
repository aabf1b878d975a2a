import { execFileSync } from "node:child_process"

/** Why tests that need these programs are skipped; false where they run. Where CI=true they always run. */
export function skipWithout(programs: readonly string[]): string | false {
  const missing = programs.filter((program) => !isInstalled(program))
  return missing.length === 0 || process.env.CI === "true" ? false : `${missing.join(", ")} is not installed`
}

function isInstalled(program: string): boolean {
  try {
    execFileSync("sh", ["-c", 'command -v "$0"', program], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

/** Runs a command of the handbook, or of a test, in a shell. Returns its output. @throws Error with all of its output. */
export function shell(command: string, env: Record<string, string> = {}, cwd?: string): string {
  try {
    const options = { encoding: "utf8", stdio: "pipe", maxBuffer: 1 << 28 } as const
    return execFileSync("bash", ["-ec", command], { ...options, cwd, env: { ...process.env, ...env } })
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new Error(`\`${command}\` failed:\n${stdout}${stderr}`, { cause: error })
  }
}
