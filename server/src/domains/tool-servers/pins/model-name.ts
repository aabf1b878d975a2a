const longest = 64

/** Makes the name by which models call a tool, such as `s3__search`: only characters that every provider accepts. */
export function modelName(number: number, name: string, taken: ReadonlySet<string>): string {
  const plain = name.normalize("NFKC").replace(/[^a-zA-Z0-9_-]/g, "_")
  const start = `s${number}__${plain}`
  for (let copy = 1; ; copy++) {
    const end = copy === 1 ? "" : `_${copy}`
    const wished = `${start.slice(0, longest - end.length)}${end}`
    if (!taken.has(wished)) return wished
  }
}
