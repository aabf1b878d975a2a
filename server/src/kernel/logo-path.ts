/** Where a workspace's logo is, below the base address. Another logo has another path, so that it may be kept for ever. */
export const logoPath = (key: string) => `/logos/${key}.png`
