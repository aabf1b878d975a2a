import assert from "node:assert/strict"
import { type HTMLElement, parse } from "node-html-parser"

/** A form as a page shows it: where it is posted, and what it holds before anything is typed. */
export interface ShownForm {
  action: string
  fields: Record<string, string>
}

/** What a page says and offers, read from its HTML as a browser without scripts reads it. */
export interface ReadPage {
  /** The text of the page's own part, without what scripts hold. */
  text: string
  /** Its `h1`. */
  title: string
  /** Why a form was refused; empty when none was. */
  refusal: string
  /** The form with the button of this name. @throws where there is none. */
  form(button: string | RegExp): ShownForm
  hasForm(button: string | RegExp): boolean
  links: { text: string; href: string }[]
  /** What the page's island starts from; undefined where it has none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects by asserting it.
  island: any
  /** The elements that a CSS selector names. */
  all(selector: string): HTMLElement[]
}

/** Reads the HTML of a page. Any other text is read as a page that says just that. */
export function readPage(html: string): ReadPage {
  const root = parse(html, { comment: false, blockTextElements: { script: true, style: false, noscript: true } })
  const main = root.querySelector("main") ?? root
  const forms = main.querySelectorAll("form").concat(root.querySelectorAll("header form"))
  const find = (button: string | RegExp) => forms.find((form) => buttonsOf(form).some((name) => matches(name, button)))
  const json = root.querySelector("#page-data")?.textContent
  return {
    text: wordsOf(main),
    title: wordsOf(root.querySelector("h1")),
    refusal: main.querySelectorAll("[role=alert]:not([hidden] *)").map(wordsOf).join(" "),
    form(button) {
      const form = find(button)
      assert.ok(form, `there is no form with the button ${button} among ${forms.flatMap(buttonsOf).join(", ")}`)
      return { action: form.getAttribute("action") ?? "", fields: fieldsOf(form) }
    },
    hasForm: (button) => find(button) !== undefined,
    links: main.querySelectorAll("a").map((link) => ({ text: wordsOf(link), href: link.getAttribute("href") ?? "" })),
    island: json && JSON.parse(json).data,
    all: (selector) => root.querySelectorAll(selector),
  }
}

/** The text of an element as people read it. */
export function wordsOf(element: HTMLElement | null | undefined): string {
  return (element?.textContent ?? "").replace(/\s+/g, " ").trim()
}

const matches = (name: string, wanted: string | RegExp) =>
  typeof wanted === "string" ? name === wanted : wanted.test(name)

function buttonsOf(form: HTMLElement): string[] {
  return form.querySelectorAll("button").map((button) => button.getAttribute("aria-label") ?? wordsOf(button))
}

/** What a browser would send of a form in which nothing was typed; the pressed button's own value aside. */
function fieldsOf(form: HTMLElement): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const field of form.querySelectorAll("input, select, textarea")) {
    const name = field.getAttribute("name")
    if (!name) continue
    if (field.tagName === "SELECT") {
      const options = field.querySelectorAll("option")
      const chosen = options.find((option) => option.hasAttribute("selected")) ?? options[0]
      fields[name] = chosen?.getAttribute("value") ?? wordsOf(chosen)
    } else if (!["radio", "checkbox"].includes(field.getAttribute("type") ?? "") || field.hasAttribute("checked")) {
      fields[name] = field.tagName === "TEXTAREA" ? field.textContent : (field.getAttribute("value") ?? "")
    }
  }
  return fields
}
