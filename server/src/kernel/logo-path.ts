/** The path of a workspace's logo. Another logo has another path, so browsers may cache it forever. */
export const logoPath = (key: string) => `/logos/${key}.png`
