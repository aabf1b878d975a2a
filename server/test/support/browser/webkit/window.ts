import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import type { InPage } from "./in-page.ts"
import { persist } from "./persist.ts"
import { type Command, type Session, scriptMs } from "./session.ts"

/** A window of a session: what its page and its locators share. */
export interface WebKitWindow {
  send<Value>(command: Command): Promise<Value>
  /** Evaluates an expression in the page, and awaits it. In the expression, `given` is the list of `args`. */
  evaluate<Value>(expression: string, ...args: readonly unknown[]): Promise<Value>
  /** Calls one of the functions that the driver puts into each document. */
  call<Name extends keyof InPage>(
    name: Name,
    ...args: Parameters<InPage[Name]>
  ): Promise<Awaited<ReturnType<InPage[Name]>>>
}

export function webKitWindow(session: Session, handle: string): WebKitWindow {
  const send: WebKitWindow["send"] = (command) => session.send(handle, command)
  const run = async <Value>(expression: string, args: readonly unknown[]) => {
    const body = { script: asyncScript(expression), args }
    const command = { method: "POST", path: "execute/async", body, timeoutMs: 2 * scriptMs } as const
    // A page that is left ends with its process, and the script in it without an answer. So the script begins again.
    const ran = await persist({ what: "Running a script" }, async () => ({
      answer: await send<{ value?: Value; error?: string }>(command),
    }))
    if (ran.error !== undefined) throw new Error(ran.error)
    return ran.value as Value
  }
  return {
    send,
    evaluate: (expression, ...args) => run(expression, args),
    async call(name, ...args) {
      const expression = `globalThis.atelierInPage ? atelierInPage.${name}(...given) : "no script"`
      const answer = await run(expression, args)
      if (answer !== "no script") return answer as never
      await send({ method: "POST", path: "execute/sync", body: { script: await inPageScript(), args: [] } })
      return (await run(expression, args)) as never
    },
  }
}

/** The protocol's asynchronous script: it ends with a call of its last argument. A content security policy forbids `eval`. */
const asyncScript = (expression: string) => `
  const done = arguments[arguments.length - 1]
  ;(async (...given) => (${expression}
  ))(...[...arguments].slice(0, -1)).then((value) => done({ value }), (error) => done({ error: String(error) }))`

let bundled: Promise<string> | undefined

function inPageScript(): Promise<string> {
  bundled ??= bundleInPage()
  return bundled
}

async function bundleInPage(): Promise<string> {
  const bundle = await rolldown({ input: fileURLToPath(new URL("in-page.ts", import.meta.url)), platform: "browser" })
  const { output } = await bundle.generate({ format: "iife", codeSplitting: false })
  await bundle.close()
  return output[0].code
}
