/** The longest interval of the timer. Polls begin at its beats. */
const beatMs = 2_000
/** The beats between two polls when nothing is urgent, and the most beats after faults. */
const roundBeats = 15

interface Plan {
  /** `isRound` is false for a poll that `now` asked for. */
  poll(isRound: boolean): Promise<void>
  /** Whether the next beat polls as well. It is not called after a fault. */
  isUrgent(): boolean
}

export interface Polls {
  /** Polls at once; if a poll is under way, once more after it. */
  now(): void
  end(): void
}

/**
 * Polls every half minute, every two seconds while urgent, and on request; never twice at once. After faults the wait
 * doubles, up to half a minute. Waits vary, so that processes do not poll together.
 */
export function openPolls({ poll, isUrgent }: Plan): Polls {
  let isRunning = false
  let isAsked = false
  let faults = 0
  let beatsLeft = roundBeats
  const timer = setInterval(beat, beatMs * (0.8 + Math.random() / 5)).unref()

  function beat(): void {
    beatsLeft -= 1
    if (beatsLeft <= 0 || (faults === 0 && isUrgent())) start(true)
  }

  function start(isRound: boolean): void {
    if (!isRunning) void run(isRound)
  }

  async function run(isRound: boolean): Promise<void> {
    isRunning = true
    isAsked = false
    try {
      await poll(isRound)
      faults = 0
      if (isRound) beatsLeft = roundBeats
    } catch {
      faults += 1 // `poll` has logged it
      beatsLeft = Math.min(roundBeats, 2 ** faults * (0.5 + Math.random() / 2))
    }
    isRunning = false
    if (isAsked && faults === 0) start(false)
  }

  return {
    now() {
      isAsked = true
      start(false)
    },
    end: () => clearInterval(timer),
  }
}
