/** `field-sizing: content`: a text area is as high as its text, up to its `max-height`. Call it when the text changes. */
export function growToText(area: HTMLTextAreaElement | null): void {
  if (!area || CSS.supports("field-sizing", "content")) return
  area.style.height = "auto"
  area.style.height = `${area.scrollHeight}px`
}
