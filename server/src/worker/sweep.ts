import type { Context } from "#access/context.ts"
import { type App, systemContext } from "#access/perform.ts"

/** Periodic work. Every process does it, so two may do it at the same time. */
export interface Sweeper {
  readonly name: string
  readonly everyMs: number
  /** One sweep. It must end soon: long work is done in batches or put in the outbox. */
  readonly run: (cx: Context) => Promise<unknown>
}

/**
 * Runs each sweeper every `everyMs` milliseconds, one run at a time. The times are varied at random, so that processes
 * that started together do not sweep together.
 *
 * @returns a function that stops the sweepers and resolves when none runs any more.
 */
export function openSweepers(app: App, sweepers: readonly Sweeper[]): () => Promise<void> {
  const stops = sweepers.map((sweeper) => repeat(app, sweeper))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

function repeat(app: App, sweeper: Sweeper): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let stopped = false
  let timer: NodeJS.Timeout

  const plan = () => {
    timer = setTimeout(
      () => {
        running = sweep(app, sweeper).then(() => {
          if (!stopped) plan()
        })
      },
      sweeper.everyMs * (0.9 + Math.random() * 0.2),
    )
  }
  plan()

  return () => {
    stopped = true
    clearTimeout(timer)
    return running
  }
}

async function sweep(app: App, { name, run }: Sweeper): Promise<void> {
  try {
    await run(systemContext(app))
  } catch (error) {
    app.log.error({ sweeper: name, error: error instanceof Error ? error.name : typeof error }, "A sweep failed.")
  }
}
