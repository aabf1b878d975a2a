import assert from "node:assert/strict"
import { test } from "node:test"
import { type HTMLElement, parse } from "node-html-parser"
import { readMail } from "#test/support/formats/read-mail.ts"
import { everyLetter } from "#test/support/letters/every-letter.ts"

/**
 * What Gmail, Outlook, Apple Mail and Yahoo leave out of the letters, by the tables of caniemail.com. "Word" draws for
 * Outlook on Windows until 2021, and "Gmail apps" are those with an account of another provider. An `ornament` is only
 * a matter of looks: the letter reads as well without it. Otherwise `on` has the elements for which all draw it.
 */
type Support = Readonly<Record<string, { leftOutBy?: string; ornament?: true; on?: string }>>

const properties: Support = {
  "background-color": {},
  border: { leftOutBy: "Word, on other elements than tables and their cells", on: "table, td" },
  "border-radius": { leftOutBy: "Word", ornament: true },
  "border-top": { leftOutBy: "Word, on p and div", on: "td" },
  color: {},
  display: { leftOutBy: "Word, but for none; Yahoo on Android leaves out none", on: "div, img, a" },
  "font-family": {},
  "font-size": {},
  "font-weight": {},
  height: { leftOutBy: "Word, which reads the attribute", on: "[height]" },
  "letter-spacing": {},
  "line-height": {},
  margin: { leftOutBy: "Word, on body and span", on: "p, table, body, div" },
  "margin-bottom": { leftOutBy: "Word, on body and span", on: "table, div" },
  "margin-top": { leftOutBy: "Word, on body and span", on: "table" },
  "max-height": { leftOutBy: "Word, which reads the attribute `height`", on: "div, img" },
  "max-width": { leftOutBy: "Word, for which a table of 600 stands around it", on: "table, img" },
  "min-width": { leftOutBy: "Word", ornament: true },
  "mso-hide": { leftOutBy: "all but Word", on: "div" },
  "mso-padding-alt": { leftOutBy: "all but Word", on: "td" },
  overflow: { leftOutBy: "Word", on: "div" },
  "overflow-wrap": {
    leftOutBy: "Gmail, Apple Mail and Yahoo; the first two break long words by themselves",
    ornament: true,
  },
  padding: { leftOutBy: "Word, on other elements than cells", on: "td, th, body, a.button" },
  "padding-right": { leftOutBy: "Word, on other elements than cells", on: "td" },
  "padding-top": { leftOutBy: "Word, on other elements than cells", on: "td" },
  "text-align": {},
  "text-decoration": {},
  width: { leftOutBy: "Word, which reads the attribute", on: "[width]" },
  "word-break": { leftOutBy: "Yahoo", ornament: true },
}

const attributes: Support = {
  align: {},
  alt: {},
  bgcolor: {},
  border: {},
  cellpadding: {},
  cellspacing: {},
  class: { leftOutBy: "Gmail apps, which leave out the style element", ornament: true },
  colspan: {},
  dir: { leftOutBy: "Word, on a", on: "table" },
  height: {},
  href: {},
  lang: { leftOutBy: "Yahoo, on td", on: "table" },
  role: { leftOutBy: "Yahoo, which reads layout tables aloud as tables", ornament: true },
  scope: {},
  src: {},
  style: {},
  valign: {},
  width: {},
}

const propertiesOf = (element: HTMLElement) =>
  (element.getAttribute("style") ?? "").split(/;(?=\S)/).flatMap((declared) => declared.split(":")[0]?.trim() || [])

const elementsOf = (body: HTMLElement) => body.querySelectorAll("body, body *")

async function bodies(letters: readonly { name: string; eml: string }[]) {
  return Promise.all(letters.map(async ({ name, eml }) => ({ name, body: parse((await readMail(eml)).html ?? "") })))
}

for (const [what, support, namesOf] of [
  ["styles", properties, propertiesOf],
  ["attributes", attributes, (element: HTMLElement) => Object.keys(element.attributes)],
] as const) {
  test(`a letter uses only ${what} that mail programs draw, or that it can do without`, async (t) => {
    const used = new Set<string>()
    for (const { name, body } of await bodies(await everyLetter(t))) {
      for (const element of elementsOf(body)) {
        for (const one of namesOf(element)) {
          used.add(one)
          const known = support[one]
          assert.ok(known, `${name}: ${one} is not in the table`)
          if (known.on === undefined || known.ornament) continue
          const drawn = body.querySelectorAll(known.on)
          assert.ok(drawn.includes(element), `${name}: ${one} of ${element.rawTagName}`)
        }
      }
    }
    assert.deepEqual([...used].sort(), Object.keys(support), "the table has nothing that no letter uses")
  })
}

test("text and its ground have their colours inline, since Gmail and Yahoo leave out those of dark mode", async (t) => {
  for (const { name, body } of await bodies(await everyLetter(t))) {
    for (const element of body.querySelectorAll("body [class]")) {
      assert.match(element.getAttribute("style") ?? "", /(^|;)(background-)?color:/, `${name}: ${element.classNames}`)
    }
    // Yahoo and the apps of Outlook leave out the body, and webmail html: a table has its ground and language again.
    const outer = body.querySelector("body > table")
    assert.equal(outer?.getAttribute("class"), "ground", name)
    const html = body.querySelector("html")
    for (const attribute of ["lang", "dir"])
      assert.equal(outer?.getAttribute(attribute), html?.getAttribute(attribute), `${name}: ${attribute}`)
    // A script, a form or a picture as a background would be left out by all of them.
    assert.deepEqual(body.querySelectorAll("script, form, input, svg, link, object, iframe"), [], name)
  }
})
