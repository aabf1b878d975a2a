import { runCommand } from "#command/run-command.ts"

export interface Printed {
  readonly exit: number | undefined
  readonly out: string
  readonly err: string
}

/** Runs a command line in this process, and returns what it printed. */
export async function runInProcess(
  args: readonly string[],
  environment: Record<string, string> = {},
  stop: AbortSignal = new AbortController().signal,
): Promise<Printed> {
  let [out, err] = ["", ""]
  const terminal = {
    ...{ args, environment, stop },
    out: (text: string) => {
      out += text
    },
    err: (text: string) => {
      err += text
    },
  }
  return { exit: await runCommand(terminal), out, err }
}

/** The object of a command with `--json`, which is all that standard output has. */
export function objectIn({ out }: Printed): Record<string, unknown> {
  return JSON.parse(out)
}
