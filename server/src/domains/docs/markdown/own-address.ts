/**
 * What a doc shows of its workspace, as Markdown names it: `workspace:drive/file_…` for pictures and files on a line of
 * their own, `workspace:account/…` for members, `workspace:doc/…` and the like for links to other things.
 */
interface OwnAddress {
  kind: string
  ref: string
}

const scheme = "workspace:"

/** The address of something of the workspace; undefined when its id is none of ours. */
export function writeOwnAddress({ kind, ref }: OwnAddress): string | undefined {
  return /^\w{1,64}$/.test(ref) && /^[a-z]{1,20}$/.test(kind) ? `${scheme}${kind}/${ref}` : undefined
}

/** What such an address names; undefined when it is another. */
export function readOwnAddress(href: string): OwnAddress | undefined {
  const [, kind, ref] = /^workspace:([a-z]{1,20})\/(\w{1,64})$/.exec(href) ?? []
  return kind === undefined || ref === undefined ? undefined : { kind, ref }
}
