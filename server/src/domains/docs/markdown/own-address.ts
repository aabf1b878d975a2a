/**
 * Written as `workspace:drive/file_…` (pictures, files), `workspace:account/…` (members), `workspace:doc/…` (links).
 */
interface OwnAddress {
  kind: string
  ref: string
}

const scheme = "workspace:"

export function writeOwnAddress({ kind, ref }: OwnAddress): string | undefined {
  return /^\w{1,64}$/.test(ref) && /^[a-z]{1,20}$/.test(kind) ? `${scheme}${kind}/${ref}` : undefined
}

export function readOwnAddress(href: string): OwnAddress | undefined {
  const [, kind, ref] = /^workspace:([a-z]{1,20})\/(\w{1,64})$/.exec(href) ?? []
  return kind === undefined || ref === undefined ? undefined : { kind, ref }
}
