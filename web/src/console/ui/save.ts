/** Saves a blob as a file. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser reads the URL some time after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** The file name for a doc's text. */
export const fileNameOf = (title: string): string => `${title.replaceAll(/[/\\]/g, "-")}.md`
