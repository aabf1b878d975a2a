// A script whose value is the list of faults; in a block, so that it leaves nothing behind in the page.
{
  const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown)
  const where = (element) => element.outerHTML.slice(0, 120)

  const nameOf = (element) => {
    const labelled = element.getAttribute("aria-labelledby")?.split(" ") ?? []
    const by = labelled.map((id) => document.getElementById(id)?.textContent ?? "").join(" ")
    const label = [...(element.labels ?? [])].map(({ textContent }) => textContent).join(" ")
    return (by || element.getAttribute("aria-label") || label || element.textContent).trim()
  }

  const toRgba = (color) => {
    const [red, green, blue, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number)
    return { red, green, blue, alpha }
  }

  const luminance = ({ red, green, blue }) => {
    const linear = (part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  const groundOf = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = toRgba(getComputedStyle(at).backgroundColor)
      if (color.alpha === 1) return color
    }
    return toRgba("rgb(255 255 255)")
  }

  const contrastOf = (element) => {
    const [text, ground] = [luminance(toRgba(getComputedStyle(element).color)), luminance(groundOf(element))]
    return (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05)
  }

  const findFaults = () => {
    const texts = all("body *").filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()),
    )
    const levels = all("h1, h2, h3, h4").map(({ tagName }) => Number(tagName[1]))
    return [
      ...(all("main").length === 1 ? [] : ["There is not one main landmark."]),
      ...(all("h1").length === 1 ? [] : ["There is not one h1."]),
      ...levels
        .filter((level, at) => level > (levels[at - 1] ?? 0) + 1)
        .map((level) => `A level is left out before an h${level}.`),
      ...all("input:not([type=hidden]), select, button, a, summary")
        .filter((one) => !nameOf(one))
        .map((one) => `Nameless: ${where(one)}`),
      ...texts
        .filter((one) => contrastOf(one) < 4.5)
        .map((one) => `Contrast ${contrastOf(one).toFixed(2)}: ${where(one)}`),
      ...(document.documentElement.scrollWidth > window.innerWidth ? ["The page is wider than the window."] : []),
      ...(document.documentElement.lang ? [] : ["The document has no language."]),
    ]
  }

  findFaults()
}
