/**
 * An object of the workspace as Markdown names it: `workspace:drive/file_…` for pictures and files,
 * `workspace:account/…` for members, `workspace:doc/…` and similar for links to other objects.
 */
interface OwnAddress {
  kind: string
  ref: string
}

const scheme = "workspace:"

/** The address of an object; undefined when its id or kind is malformed. */
export function writeOwnAddress({ kind, ref }: OwnAddress): string | undefined {
  return /^\w{1,64}$/.test(ref) && /^[a-z]{1,20}$/.test(kind) ? `${scheme}${kind}/${ref}` : undefined
}

/** The object of an address; undefined for other addresses. */
export function readOwnAddress(href: string): OwnAddress | undefined {
  const [, kind, ref] = /^workspace:([a-z]{1,20})\/(\w{1,64})$/.exec(href) ?? []
  return kind === undefined || ref === undefined ? undefined : { kind, ref }
}
