import type { EditorView } from "@tiptap/pm/view"
import { type ComposedPlace, composedPlace } from "./composed-line.ts"

/** Milliseconds. */
const limits = {
  /** The editor's library reads the composed text up to 20 ms after the composition's end. */
  afterEnd: 50,
  betweenCompositions: 30, // in Firefox
  /** Keyboards that replace a syllable without a composition take up to this long for the next letter of it. */
  betweenLetters: 1_000,
  /** The longest that a remote change waits. */
  wait: 10_000,
}

/** Letters that the keyboards of iOS combine by replacing the last syllable, without a composition. */
const isReplaceable = ({ data, inputType, isComposing }: InputEvent) =>
  !isComposing && inputType === "insertText" && /\p{Script=Hangul}$/u.test(data ?? "")

const takenKey = 229 // by the input method

export interface FollowedComposition {
  is(): boolean
  /** The place of the latest composition in its line. */
  at(): ComposedPlace
  /** Call it when the caret has moved: letters that are combined without a composition are then at the caret. */
  move(): void
  /** Calls `settle` when the composition has ended; after ten seconds the composition is ended. */
  wait(): void
  destroy(): void
}

/** Follows the compositions in an editor. After each one, `settle` is called to show the changes that waited. */
export function followComposition(view: EditorView, settle: () => void): FollowedComposition {
  let [at, letterAt] = [composedPlace(view.state.selection), Number.NEGATIVE_INFINITY]
  const ended = new AbortController()
  const { signal } = ended
  const timers = namedTimers(signal)
  const is = () => view.composing || performance.now() - letterAt < limits.betweenLetters
  const show = () => {
    timers.stop("last")
    settle()
  }
  const settleSoon = () => {
    const next = letterAt + limits.betweenLetters + 1 - performance.now()
    timers.start("soon", Math.max(limits.afterEnd, next), () => is() || show())
  }
  const begin = () => {
    at = composedPlace(view.state.selection)
  }
  const noteLetter = (input: InputEvent) => {
    if (timers.isRunning("end") || !isReplaceable(input)) return
    letterAt = performance.now()
    begin()
    settleSoon()
  }
  holdEnds(view, timers, signal)
  const listeners = { compositionstart: begin, compositionend: settleSoon, beforeinput: noteLetter }
  listen(view.dom, listeners, { signal })
  const end = () => {
    letterAt = Number.NEGATIVE_INFINITY
    endIn(view)
    timers.start("last", limits.afterEnd, show)
  }
  return {
    is,
    at: () => at,
    move: () => view.composing || begin(),
    wait: () => timers.isRunning("last") || timers.start("last", limits.wait, end),
    destroy: () => ended.abort(),
  }
}

/** Ends a composition: the browser commits composed letters when their element loses the focus. */
function endIn(view: EditorView): void {
  if (!view.hasFocus()) return
  view.dom.blur()
  view.focus()
}

/**
 * Hides a composition's end from the editor's library for a moment. Firefox replaces composed letters by typed ones
 * and then composes the next ones; the library would redraw the line in between (decision 054).
 */
function holdEnds(view: EditorView, timers: Timers, signal: AbortSignal): void {
  const reading = (view as EditorView & Reading).domObserver
  const end = () => {
    timers.stop("end")
    view.dom.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }))
  }
  listen(
    view.dom,
    {
      beforeinput: ({ data, inputType }) => inputType === "insertCompositionText" && !data && reading.flushSoon(),
      compositionend(event) {
        if (!event.isTrusted || event.data !== "") return
        event.stopImmediatePropagation()
        timers.start("end", limits.betweenCompositions, end)
      },
      compositionstart() {
        timers.stop("end")
        reading.forceFlush()
      },
      keydown: ({ keyCode }) => timers.isRunning("end") && keyCode !== takenKey && end(),
    },
    { capture: true, signal },
  )
}

interface Reading {
  // The library's types lack these two: they read changes of the page after 20 ms, or at once.
  domObserver: Record<"flushSoon" | "forceFlush", () => void>
}

type Timers = ReturnType<typeof namedTimers>

type TimerName = "soon" | "last" | "end"

function namedTimers(signal: AbortSignal) {
  const timers = new Map<TimerName, ReturnType<typeof setTimeout>>()
  const stop = (name: TimerName) => {
    clearTimeout(timers.get(name))
    timers.delete(name)
  }
  signal.addEventListener("abort", () => [...timers.keys()].forEach(stop))
  return {
    stop,
    isRunning: (name: TimerName) => timers.has(name),
    start(name: TimerName, time: number, does: () => void) {
      stop(name)
      timers.set(name, setTimeout(does, time))
    },
  }
}

type Listeners = { [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => unknown }

function listen(element: HTMLElement, listeners: Listeners, options: AddEventListenerOptions): void {
  for (const [name, listener] of Object.entries(listeners)) {
    element.addEventListener(name, listener as EventListener, options)
  }
}
