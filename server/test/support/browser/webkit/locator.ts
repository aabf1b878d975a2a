import { asLocator, getByLabelSelector, getByRoleSelector, getByTextSelector } from "ivya"
import type { AnyLocator, AnyPage, Finder } from "../any-page.ts"
import type { Look, Need } from "./in-page.ts"
import { pressOf } from "./keys.ts"
import { type Attempt, persist } from "./persist.ts"
import { type ElementReference, ofElement } from "./session.ts"
import type { WebKitWindow } from "./window.ts"

/** What a page lends to its locators. */
export interface Home extends WebKitWindow {
  readonly page: () => AnyPage
  /** Runs an action on a page that is ready, and waits until the page is ready again. */
  act(run: () => Promise<unknown>): Promise<void>
}

const selectors = new WeakMap<AnyLocator, string>()

function selectorOf(locator: AnyLocator): string {
  const selector = selectors.get(locator)
  if (selector === undefined) throw new Error("This locator belongs to another engine.")
  return selector
}

/** The ways to find elements in a page (`scope` is empty) or below the elements of a selector. */
export function finderIn(home: Home, scope = ""): Finder {
  const below = (selector: string) => locatorOf(home, scope === "" ? selector : `${scope} >> ${selector}`)
  return {
    locator: below,
    getByRole: (...by) => below(getByRoleSelector(...by)),
    getByLabel: (...by) => below(getByLabelSelector(...by)),
    getByText: (...by) => below(getByTextSelector(...by)),
  }
}

function locatorOf(home: Home, selector: string): AnyLocator {
  const finder = finderIn(home, selector)
  const made: AnyLocator = {
    ...finder,
    page: home.page,
    and: (other) => finder.locator(`internal:and=${JSON.stringify(selectorOf(other))}`),
    ...readsOf(home, selector),
    ...actionsOf(home, selector),
  }
  selectors.set(made, selector)
  return made
}

const nameOf = (selector: string) => asLocator("javascript", selector)

function readsOf(home: Home, selector: string) {
  const shown = (what: string, isSo: (look: Look) => boolean, timeoutMs?: number) => {
    const wait = { what: `Waiting for ${nameOf(selector)} to be ${what}`, timeoutMs }
    return persist(wait, async (): Promise<Attempt<Look>> => {
      const seen = await home.call("look", selector)
      if (seen.count > 1) return { lacks: `${seen.count} elements match`, isFinal: true }
      return isSo(seen) ? { answer: seen } : { lacks: seen.count === 0 ? "no element matches" : "it is not" }
    })
  }
  return {
    waitFor: async ({ state = "visible", timeout } = {}) => void (await shown(state, states[state], timeout)),
    count: async () => (await home.call("look", selector)).count,
    textContent: async () => (await shown("attached", states.attached)).text,
  } satisfies Partial<AnyLocator>
}

const states: Record<"attached" | "detached" | "visible" | "hidden", (look: Look) => boolean> = {
  attached: ({ count }) => count > 0,
  detached: ({ count }) => count === 0,
  visible: ({ isVisible }) => isVisible,
  hidden: ({ isVisible }) => !isVisible,
}

function actionsOf(home: Home, selector: string) {
  const use = ({ verb, needs, timeout }: Use, run: (element: ElementReference) => Promise<unknown>) =>
    home.act(() =>
      persist({ what: `${verb} ${nameOf(selector)}`, timeoutMs: timeout }, async (): Promise<Attempt<void>> => {
        const found = await home.call("ready", selector, needs)
        if ("lacks" in found) return found
        await run(found.element as ElementReference)
        return { answer: undefined }
      }),
    )
  const send = (element: ElementReference, command: string, body: object = {}) =>
    home.send({ method: "POST", path: ofElement(element, command), body })
  const keys = (body: object) => home.send({ method: "POST", path: "actions", body })
  return {
    click: (options = {}) =>
      use({ verb: "Clicking", needs: ["visible", "enabled", "stable", "pressable"], ...options }, (element) =>
        send(element, "click"),
      ),
    fill: (text) =>
      use({ verb: "Filling", needs: ["visible", "enabled", "editable"] }, async (element) => {
        await home.call("selectAll", element as never)
        await (text === "" ? keys(pressOf("Delete")) : send(element, "value", { text }))
      }),
    press: (key) =>
      use({ verb: "Pressing a key at", needs: ["visible"] }, async (element) => {
        await home.call("focus", element as never)
        await keys(pressOf(key))
      }),
    setInputFiles: (paths) =>
      use({ verb: "Choosing files at", needs: [] }, (element) => send(element, "value", { text: paths.join("\n") })),
  } satisfies Partial<AnyLocator>
}

interface Use {
  /** What the action does, for its error. */
  verb: string
  needs: readonly Need[]
  timeout?: number | undefined
}
