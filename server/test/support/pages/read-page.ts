import assert from "node:assert/strict"
import { type HTMLElement, type Node, NodeType, parse } from "node-html-parser"

/** A form of a page: where it is posted, and its values without typing. */
export interface ShownForm {
  action: string
  /** Includes the name and the value of the pressed button. */
  fields: Record<string, string>
}

type Words = string | RegExp

/** The content of a part of a page. */
export interface ReadPart {
  /** Its visible text, without hidden parts and ornaments. */
  text: string
  links: { text: string; href: string }[]
  /** Its times, in epoch milliseconds. */
  times: number[]
  /** The rows of its lists. */
  rows: ReadPart[]
  /** The one row of its lists with these words. @throws without one, or with several. */
  row(words: Words): ReadPart
  /** The part with this title. @throws without one. */
  section(title: Words): ReadPart
  hasSection(title: Words): boolean
  /** The forms with the button of this name, from top to bottom. */
  forms(button: Words): ShownForm[]
  /** The first of them. @throws without one. */
  form(button: Words): ShownForm
  hasForm(button: Words): boolean
  /** The elements of a CSS selector. */
  all(selector: string): HTMLElement[]
}

/** The content of a page's main part, read from its HTML as a browser without scripts shows it. */
export interface ReadPage extends ReadPart {
  /** Its `h1`. */
  title: string
  /** Why a form was refused; empty without a refusal. */
  refusal: string
  /** The top of its frame: the brand, and the signed-in visitor. */
  header: ReadPart
  /** The bottom of its frame: links to pages about the service. */
  footer: ReadPart
  /** The initial data of the page's island; undefined without one. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects by asserting it.
  island: any
}

/** Reads the HTML of a page. Any other text is read as a page with that text. */
export function readPage(html: string): ReadPage {
  const root = parse(html, { comment: false, blockTextElements: { script: true, style: true } })
  const main = root.querySelector("main") ?? root
  const json = root.querySelector("#page-data")?.textContent
  return {
    ...readPart(main),
    title: wordsOf(root.querySelector("h1")),
    refusal: main.querySelectorAll("[role=alert]").filter(isShown).map(wordsOf).join(" "),
    header: readPart(root.querySelector("header") ?? parse("")),
    footer: readPart(root.querySelector("footer") ?? parse("")),
    island: json && JSON.parse(json).data,
    all: (selector) => root.querySelectorAll(selector),
  }
}

function readPart(part: HTMLElement): ReadPart {
  const shown = (selector: string) => part.querySelectorAll(selector).filter(isShown)
  const forms = (button: Words) => shown("form").flatMap((form) => toShownForm(form, button) ?? [])
  const sections = (title: Words) => shown("section").filter((section) => matches(titleOf(section), title))
  return {
    text: wordsOf(part),
    links: shown("a").map((link) => ({ text: wordsOf(link), href: link.getAttribute("href") ?? "" })),
    times: shown("time").map((time) => Date.parse(time.getAttribute("datetime") ?? "")),
    get rows() {
      return shown("li").map(readPart)
    },
    row(words) {
      const [row, ...others] = shown("li").filter((row) => includes(wordsOf(row), words))
      assert.ok(row && others.length === 0, `${others.length} more, or none, with ${words} in: ${wordsOf(part)}`)
      return readPart(row)
    },
    section(title) {
      const [section] = sections(title)
      assert.ok(section, `there is no section ${title} in: ${wordsOf(part)}`)
      return readPart(section)
    },
    hasSection: (title) => sections(title).length > 0,
    forms,
    form(button) {
      const [form] = forms(button)
      assert.ok(form, `there is no form with the button ${button} in: ${wordsOf(part)}`)
      return form
    },
    hasForm: (button) => forms(button).length > 0,
    all: (selector) => part.querySelectorAll(selector),
  }
}

/** Inline elements, whose text is not separated from the text beside them by a space. */
const inline = new Set(["A", "B", "BDI", "CODE", "EM", "SMALL", "STRONG", "TIME"])
const unread = new Set(["SCRIPT", "STYLE", "SVG"])

/** The visible text of an element. */
export function wordsOf(element: Node | null | undefined): string {
  return element ? textOf(element).replace(/\s+/g, " ").trim() : ""
}

function textOf(node: Node): string {
  if (node.nodeType === NodeType.TEXT_NODE) return node.textContent
  const element = node as HTMLElement
  const isAside = element.attributes?.hidden !== undefined || element.attributes?.["aria-hidden"] === "true"
  if (isAside || unread.has(element.tagName)) return ""
  const text = element.childNodes.map(textOf).join("")
  return inline.has(element.tagName) ? text : ` ${text} `
}

const matches = (name: string, wanted: Words) => (typeof wanted === "string" ? name === wanted : wanted.test(name))
const includes = (text: string, wanted: Words) =>
  typeof wanted === "string" ? text.includes(wanted) : wanted.test(text)

const isShown = (element: HTMLElement) => element.closest("[hidden]") === null

function titleOf(section: HTMLElement): string {
  const title = section.querySelectorAll("h2").find(({ id }) => id === section.getAttribute("aria-labelledby"))
  return section.getAttribute("aria-label") ?? wordsOf(title)
}

/** A form as posted by the button of this name; undefined without that button. */
function toShownForm(form: HTMLElement, button: Words): ShownForm | undefined {
  const nameOf = (one: HTMLElement) => one.getAttribute("aria-label") ?? wordsOf(one)
  const pressed = form.querySelectorAll("button").find((one) => matches(nameOf(one), button))
  if (!pressed) return undefined
  const { name, value = "" } = pressed.attributes
  return {
    action: form.getAttribute("action") ?? "",
    fields: { ...fieldsOf(form), ...(name ? { [name]: value } : {}) },
  }
}

/** The fields that a browser sends of an untouched form, without its button. */
export function fieldsOf(form: HTMLElement): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const field of form.querySelectorAll("input, select, textarea")) {
    const { name, type = "", value = "" } = field.attributes
    if (!name) continue
    if (field.tagName === "SELECT") {
      const options = field.querySelectorAll("option")
      const chosen = options.find((option) => option.hasAttribute("selected")) ?? options[0]
      fields[name] = chosen?.getAttribute("value") ?? wordsOf(chosen)
    } else if (!["radio", "checkbox"].includes(type) || field.hasAttribute("checked")) {
      fields[name] = field.tagName === "TEXTAREA" ? field.textContent : value
    }
  }
  return fields
}
