const lines = new Set("DIV P LI TR".split(" "))

/** The text of copied code, line by line: programs write a line as a block, or end it with a break. */
export function codeIn(element: Element): string {
  let text = ""
  let isEnded = false
  const add = (more: string) => {
    text += isEnded && more !== "" ? `\n${more}` : more
    isEnded &&= more === ""
  }
  const walk = (node: Node) => {
    if (node instanceof Text) return add(node.data)
    if (node.nodeName === "BR") {
      if (isEnded) text += "\n"
      isEnded = true
      return
    }
    if (lines.has(node.nodeName) && text !== "" && !text.endsWith("\n")) isEnded = true
    for (const child of node.childNodes) walk(child)
    if (lines.has(node.nodeName) && text !== "") isEnded = true
  }
  for (const child of element.childNodes) walk(child)
  return text.replace(/\r\n?/g, "\n").replace(/\n$/, "")
}

export function codeLanguage(element: Element): string | undefined {
  const classes = [element, element.firstElementChild, element.parentElement]
    .map((one) => one?.className ?? "")
    .join(" ")
  return /(?:^|\s)(?:language|lang|highlight-source)-([\w+#-]+)/.exec(classes)?.[1]
}
