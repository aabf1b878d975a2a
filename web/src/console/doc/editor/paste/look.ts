import { cssOf, type ParsedHtml } from "./parse-html.ts"

export interface TextLook {
  readonly strong: boolean
  readonly em: boolean
  readonly s: boolean
  readonly u: boolean
  readonly code: boolean
}

const ofTags: Readonly<Record<string, Partial<TextLook>>> = {
  ...{ B: { strong: true }, STRONG: { strong: true } },
  ...{ I: { em: true }, EM: { em: true }, CITE: { em: true }, DFN: { em: true }, VAR: { em: true } },
  ...{ S: { s: true }, STRIKE: { s: true }, DEL: { s: true } },
  ...{ U: { u: true }, INS: { u: true } },
  ...{ CODE: { code: true }, TT: { code: true }, KBD: { code: true }, SAMP: { code: true } },
}

export interface Styles {
  of(element: Element): CSSStyleDeclaration | undefined
}

/** Reads the styles of copied HTML: those of elements and those of its style sheets. */
export function readStyles({ body, css }: ParsedHtml): Styles {
  const known = new Map<Element, CSSStyleDeclaration>()
  const add = (element: Element, css: string) => {
    const style = known.get(element) ?? document.createElement("i").style
    style.cssText += `;${css}`
    known.set(element, style)
  }
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  for (const rule of sheet.cssRules) {
    if (!(rule instanceof CSSStyleRule) || rule.style.length === 0) continue
    for (const element of find(body, rule.selectorText)) add(element, rule.style.cssText)
  }
  for (const element of body.querySelectorAll("[data-style]")) add(element, cssOf(element))
  return { of: (element) => known.get(element) }
}

/** Programs write selectors that no browser knows. */
function find(body: HTMLElement, selector: string): Iterable<Element> {
  try {
    return body.querySelectorAll(selector)
  } catch {
    return []
  }
}

export function textLook(element: Element, around: TextLook, styles: Styles): TextLook {
  const style = styles.of(element)
  const own = { ...around, ...ofTags[element.tagName] }
  if (!style) return own
  const line = style.textDecorationLine || style.textDecoration
  return {
    ...own,
    strong: isBold(style.fontWeight) ?? own.strong,
    em: isSlanted(style.fontStyle) ?? own.em,
    // A line through the text around cannot be taken away by a style.
    s: line === "" ? own.s : around.s || line.includes("line-through"),
    u: line === "" ? own.u : around.u || line.includes("underline"),
  }
}

function isBold(weight: string): boolean | undefined {
  if (/^bold/.test(weight)) return true
  if (/^(?:normal|lighter)$/.test(weight)) return false
  return /^\d+$/.test(weight) ? Number(weight) >= 600 : undefined
}

function isSlanted(style: string): boolean | undefined {
  if (/^(?:italic|oblique)/.test(style)) return true
  return style === "normal" ? false : undefined
}

export function isHidden(element: Element, styles: Styles): boolean {
  const { display, visibility, opacity, fontSize, clip = "" } = styles.of(element) ?? {}
  if (
    display === "none" ||
    visibility === "hidden" ||
    opacity === "0" ||
    /^rect\((?:[01](?:px)?[,\s]*){4}\)$/.test(clip)
  )
    return true
  return (
    /^0(?:px|pt)?$/.test(fontSize ?? "") || element.hasAttribute("hidden") || /mso-hide:\s*all/i.test(cssOf(element))
  )
}

export function isCodeOfLines(element: Element, styles: Styles): boolean {
  if (element.tagName !== "CODE") return false
  const isAsWritten = styles.of(element)?.whiteSpace.startsWith("pre") && /\S\s*\n\s*\S/.test(element.textContent)
  return isAsWritten || [...element.querySelectorAll("br")].some(({ nextSibling }) => nextSibling?.textContent?.trim())
}

/** Whether a block shows code: text whose spaces count, in a font of equal widths. */
export function looksLikeCode(element: Element, styles: Styles): boolean {
  const { whiteSpace = "", fontFamily = "" } = styles.of(element) ?? {}
  if (/--en-codeblock:\s*true/.test(cssOf(element))) return true
  return whiteSpace.startsWith("pre") && /monospace|courier|consolas|menlo|monaco/i.test(fontFamily)
}
