import { ServiceError } from "#kernel/error.ts"
import type { Log } from "#kernel/log.ts"
import { type PainterChild, startPainter } from "./painter-child.ts"
import type { Cards, PreviewCard } from "./port.ts"

const defaults = {
  /**
   * For how long the painting of a card yields to all other processes of the machine. On a machine whose cores are
   * always busy it would never end, so another painter then draws the card at the priority of all else.
   */
  yieldMs: 0,
  /** The most cards that wait; the next one is refused. */
  queueLimit: 64,
  /** The longest that a caller waits for a card. */
  deadlineMs: 10_000,
  /** A painter that needs longer for one card is killed. */
  paintLimitMs: 10_000,
  /** A painter that has been idle for this long is stopped. */
  idleMs: 60_000,
}

type Painting = Pick<typeof defaults, "yieldMs" | "paintLimitMs" | "idleMs">

interface Drawing {
  readonly card: PreviewCard
  readonly deadline: NodeJS.Timeout
  resolve(png: Uint8Array): void
  reject(error: Error): void
}

/**
 * Draws cards with takumi, one after the other, in a separate process, so that painting never delays other responses.
 * The process, the renderer and the fonts are loaded at the first card, and released when idle.
 */
export function openCards(log: Log, options: Partial<typeof defaults> = {}): Cards {
  const { queueLimit, deadlineMs, ...painting } = { ...defaults, ...options }
  const queue = openQueue(deadlineMs)
  const painter = painterOnDemand(painting)
  let isPainting = false

  return {
    draw(card) {
      if (queue.drawings.size >= queueLimit) return Promise.reject(tooBusy())
      const png = queue.add(card)
      if (!isPainting) void paintAll()
      return png
    },
    async close() {
      for (const drawing of queue.drawings) queue.refuse(drawing)
      painter.release()
    },
  }

  async function paintAll(): Promise<void> {
    isPainting = true
    for (const drawing of queue.drawings) await paint(drawing)
    isPainting = false
    painter.rest()
  }

  async function paint(drawing: Drawing): Promise<void> {
    try {
      drawing.resolve(await painter.paint(drawing.card))
    } catch (error) {
      log.error({ error: (error as Error).message }, "A preview card was not painted.")
      drawing.reject(error as Error)
    }
    queue.remove(drawing)
  }
}

/** The cards that wait or are being painted. Each is refused after `deadlineMs`. */
function openQueue(deadlineMs: number) {
  const drawings = new Set<Drawing>()

  function remove(drawing: Drawing): void {
    clearTimeout(drawing.deadline)
    drawings.delete(drawing)
  }

  function refuse(drawing: Drawing): void {
    remove(drawing)
    drawing.reject(tooBusy())
  }

  return {
    drawings: drawings as ReadonlySet<Drawing>,
    add: (card: PreviewCard) =>
      new Promise<Uint8Array>((resolve, reject) => {
        const deadline = setTimeout(() => refuse(drawing), deadlineMs)
        const drawing: Drawing = { card, deadline, resolve, reject }
        drawings.add(drawing)
      }),
    remove,
    refuse,
  }
}

/** A painter that starts at the first card, and stops after `idleMs` without one. */
function painterOnDemand({ yieldMs, paintLimitMs, idleMs }: Painting) {
  let child: PainterChild | undefined
  let idle: NodeJS.Timeout | undefined
  let yields = yieldMs > 0
  const release = () => {
    child?.kill()
    child = undefined
    yields = yieldMs > 0
  }
  const started = () => {
    if (!child || child.hasEnded()) child = startPainter(yields ? yieldMs : paintLimitMs, { onlyWhenIdle: yields })
    return child
  }
  return {
    async paint(card: PreviewCard): Promise<Uint8Array> {
      clearTimeout(idle)
      if (yields) {
        try {
          return await started().paint(card)
        } catch (error) {
          if (!child?.hasEnded()) throw error // the card cannot be painted, or the service stops
          yields = false
        }
      }
      return started().paint(card)
    },
    rest(): void {
      idle = setTimeout(release, idleMs).unref()
    },
    release,
  }
}

function tooBusy(): ServiceError {
  return new ServiceError("internal_error", "Too many preview cards are being drawn right now.", {
    status: 503,
    retryAfterSeconds: 1,
    hint: "Ask for the card again in a moment.",
  })
}
