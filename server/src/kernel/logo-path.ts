/** The path of a workspace's logo. Another logo has another path, so browsers may cache it forever. */
export const logoPath = (key: string) => `/logos/${key}.png`

/** The URL of a logo, for mails. Undefined without a logo. */
export function logoUrl({ addresses }: { addresses: { base: string } }, key: string | null): string | undefined {
  return key === null ? undefined : `${addresses.base}${logoPath(key)}`
}
