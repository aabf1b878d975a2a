import type { EditorView } from "@tiptap/pm/view"

/** Milliseconds. */
const limits = {
  /** The editor's library reads the composed text up to 20 ms after the composition's end. */
  afterEnd: 50,
  /** Keyboards that replace a syllable without a composition take up to this long for the next letter of it. */
  betweenLetters: 1_000,
  /** The longest that a remote change waits. */
  wait: 10_000,
}

/** Letters that the keyboards of iOS combine by replacing the last syllable, without a composition. */
const combined = /\p{Script=Hangul}$/u

export interface FollowedComposition {
  is(): boolean
  /** The offset in its line where the latest one began. */
  from(): number
  /** Calls `settle` when the composition has ended; after ten seconds the composition is ended. */
  wait(): void
  destroy(): void
}

/** Follows the composition of text in an editor. `settle` is called after each one, and shows what waited. */
export function followComposition(view: EditorView, settle: () => void): FollowedComposition {
  let [from, letterAt] = [0, Number.NEGATIVE_INFINITY]
  const timers = namedTimers()
  const is = () => view.composing || performance.now() - letterAt < limits.betweenLetters
  const show = () => {
    timers.stop("last")
    settle()
  }
  const settleIn = (time: number) => timers.start("soon", time, () => is() || show())
  const begin = () => {
    from = view.state.selection.$from.parentOffset
  }
  const stop = listen(view.dom, {
    compositionstart: begin,
    compositionend: () => settleIn(limits.afterEnd),
    beforeinput({ data, inputType, isComposing }) {
      if (isComposing || inputType !== "insertText" || !data || !combined.test(data)) return
      letterAt = performance.now()
      begin()
      settleIn(limits.betweenLetters + 1)
    },
  })
  const end = () => {
    letterAt = Number.NEGATIVE_INFINITY
    endIn(view)
    timers.start("last", limits.afterEnd, show)
  }
  return {
    is,
    from: () => from,
    wait: () => timers.isRunning("last") || timers.start("last", limits.wait, end),
    destroy() {
      stop()
      for (const name of ["soon", "last"] as const) timers.stop(name)
    },
  }
}

/** The browser commits what is composed in an element that loses the focus. */
function endIn(view: EditorView): void {
  if (!view.hasFocus()) return
  view.dom.blur()
  view.focus()
}

function namedTimers() {
  const timers = new Map<"soon" | "last", ReturnType<typeof setTimeout>>()
  const stop = (name: "soon" | "last") => {
    clearTimeout(timers.get(name))
    timers.delete(name)
  }
  return {
    stop,
    isRunning: (name: "soon" | "last") => timers.has(name),
    start(name: "soon" | "last", time: number, does: () => void) {
      stop(name)
      timers.set(name, setTimeout(does, time))
    },
  }
}

type Listeners = { [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void }

function listen(element: HTMLElement, listeners: Listeners): () => void {
  const stop = new AbortController()
  for (const [name, listener] of Object.entries(listeners)) {
    element.addEventListener(name, listener as EventListener, { signal: stop.signal })
  }
  return () => stop.abort()
}
