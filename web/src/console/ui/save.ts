/** Saves something that was made in the browser as a file. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser reads it a moment after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** The name of a file that holds the text of a doc. */
export const fileNameOf = (title: string): string => `${title.replaceAll(/[/\\]/g, "-")}.md`
